/** The fonts of the PDF, named after what they are used for. 'korean' covers the most symbols for its size. */
export const FONT_KEYS = [
  'latin',
  'hebrew',
  'arabic',
  'devanagari',
  'thai',
  'chinese',
  'korean',
  'emoji',
] as const;
export type FontKey = (typeof FONT_KEYS)[number];

export interface FontRun {
  font: FontKey;
  text: string;
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Latin, Greek, Cyrillic and the punctuation that Noto Sans itself contains. */
const LATIN =
  /^[\u0000-\u058f\u10a0-\u10ff\u1c80-\u2052\u20a0-\u20c0\u2100-\u215f\ua640-\ua69f\ua720-\ua7ff\ufb00-\ufb06]/;
const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f|\u20e3/u;
const PICTURE = /^(?![©®™‼⁉↔↕])\p{Extended_Pictographic}/u;

const SCRIPTS: readonly (readonly [RegExp, FontKey])[] = [
  [/^[\u0590-\u05ff\ufb1d-\ufb4f]/, 'hebrew'],
  [/^[\u0600-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/, 'arabic'],
  [/^[\u0900-\u097f\ua8e0-\ua8ff]/, 'devanagari'],
  [/^[\u0e00-\u0e7f]/, 'thai'],
  [/^[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]/, 'korean'],
  // CJK ideographs, kana and their punctuation.
  [/^[\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|^[\u{20000}-\u{3ffff}]/u, 'chinese'],
];

/** Splits a text into runs of one font each. A grapheme stays in one run; a space between two fonts goes to the Latin one. */
export function fontRuns(text: string): FontRun[] {
  if (/^[\u0020-\u024f]*$/.test(text)) return text === '' ? [] : [{ font: 'latin', text }];
  const runs: FontRun[] = [];
  for (const { segment } of GRAPHEMES.segment(text)) {
    const last = runs.at(-1);
    const font = segment === ' ' && last && last.font !== 'emoji' ? last.font : fontOf(segment);
    if (last?.font === font) last.text += segment;
    else if (font === 'latin' && last && last.text.length > 1 && last.text.endsWith(' ')) {
      last.text = last.text.slice(0, -1);
      runs.push({ font, text: ` ${segment}` });
    } else runs.push({ font, text: segment });
  }
  return runs;
}

function fontOf(grapheme: string): FontKey {
  if (/^[\u0020-\u024f]$/.test(grapheme)) return 'latin';
  if (EMOJI.test(grapheme) || PICTURE.test(grapheme)) return 'emoji';
  const script = SCRIPTS.find(([pattern]) => pattern.test(grapheme));
  if (script) return script[1];
  return LATIN.test(grapheme) ? 'latin' : 'korean';
}
