/** The speaker colors of the light theme (styles.css) for PDF and DOCX; each has a contrast of 4.5:1 on white paper. */
const SPEAKERS = ['1e59cd', '007241', '9b4900', 'a61b86', '733ab9', '006a7f', 'ba1c30', '596504'] as const;

export const INK = '141b26';
export const QUIET = '535b69';
export const RULE = 'dbe0e6';

/** The six hexadecimal digits of a speaker's color, 1 to 8. */
export function speakerInk(color: number): string {
  return SPEAKERS[(color - 1) % SPEAKERS.length] ?? INK;
}
