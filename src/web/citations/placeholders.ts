import { formatMoment, type Mark, parseCitations } from '#domain/citation-marks.ts';

/**
 * What stands for a mark while Markdown is made of the text around it. The two noncharacters are taken out of that text
 * first, and an entity that names one is read as U+FFFD by CommonMark's own rule, so that no text from outside can
 * spell a placeholder. The quotation marks make it punctuation: '**So.**[citation:0:05]' has to end its bold.
 */
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
const RESERVED = /[\uFDD0\uFDD1]/g;
const PLACEHOLDER = /‹?\uFDD0(\d+)\uFDD1›?/;

export interface HeldMarks {
  /** The text with a placeholder for each mark. */
  text: string;
  marks: readonly Mark[];
}

/** Takes the marks out of an answer, as it is stored, so that Markdown neither sees nor changes them. */
export function holdMarks(answer: string): HeldMarks {
  const marks: Mark[] = [];
  const text = parseCitations(answer)
    .map((piece) => {
      if (piece.kind === 'text') return piece.text.replaceAll(RESERVED, '');
      marks.push(piece);
      return `‹${OPEN}${marks.length - 1}${CLOSE}›`;
    })
    .join('');
  return { text, marks };
}

/** A text out of the Markdown, as plain parts and the marks between them. */
export function splitAtMarks(text: string, marks: readonly Mark[]): (string | Mark)[] {
  // With a group in the pattern, every other part is the number in a placeholder.
  return text
    .split(PLACEHOLDER)
    .map((part, index) => (index % 2 === 0 ? part : (marks[Number(part)] ?? '')))
    .filter((part) => part !== '');
}

/** The same where no button can stand, as in code: marks become readable times. */
export function spellMarks(text: string, marks: readonly Mark[]): string {
  return splitAtMarks(text, marks)
    .map((part) => (typeof part === 'string' ? part : spellMark(part)))
    .join('');
}

/** Whether Markdown took a placeholder into something that is not text, such as an address. */
export function holdsPlaceholder(text: string): boolean {
  return text.includes(OPEN) || text.includes(encodeURIComponent(OPEN));
}

/** A whole answer to take along elsewhere: its marks as readable words. */
export function spellCitations(answer: string, spell: (mark: Mark) => string = spellMark): string {
  return parseCitations(answer)
    .map((piece) => (piece.kind === 'text' ? piece.text : spell(piece)))
    .join('');
}

function spellMark(mark: Mark): string {
  return mark.kind === 'article' ? `(“${mark.quote}”)` : `(${formatMoment(mark.seconds)})`;
}
