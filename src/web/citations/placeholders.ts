import { formatMoment, type Mark, parseCitations } from '#domain/citation-marks.ts';

/**
 * The delimiters of the placeholder for a mark while the surrounding text is parsed as Markdown. These two noncharacters are
 * first removed from the text, and CommonMark reads entities for them as U+FFFD, so no text from outside can contain a
 * placeholder. The quotation marks make it count as punctuation: '**So.**[citation:0:05]' has to end the bold text.
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

/** Replaces the marks in a stored answer by placeholders, so that the Markdown parser neither sees nor changes them. */
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

/** Splits a text from the Markdown tree into plain text and marks. */
export function splitAtMarks(text: string, marks: readonly Mark[]): (string | Mark)[] {
  // Because the pattern has a group, every other part is the number in a placeholder.
  return text
    .split(PLACEHOLDER)
    .map((part, index) => (index % 2 === 0 ? part : (marks[Number(part)] ?? '')))
    .filter((part) => part !== '');
}

/** The text with its marks as times, for places without buttons, such as code. */
export function spellMarks(text: string, marks: readonly Mark[]): string {
  return splitAtMarks(text, marks)
    .map((part) => (typeof part === 'string' ? part : spellMark(part)))
    .join('');
}

/** Whether a part of the Markdown that is not text, such as an address, contains a placeholder. */
export function holdsPlaceholder(text: string): boolean {
  return text.includes(OPEN) || text.includes(encodeURIComponent(OPEN));
}

/** A whole answer for the clipboard, with its marks in words. */
export function spellCitations(answer: string, spell: (mark: Mark) => string = spellMark): string {
  return parseCitations(answer)
    .map((piece) => (piece.kind === 'text' ? piece.text : spell(piece)))
    .join('');
}

function spellMark(mark: Mark): string {
  return mark.kind === 'article' ? `(“${mark.quote}”)` : `(${formatMoment(mark.seconds)})`;
}
