import { isRightToLeft } from '#contract/languages.ts';
import { isUntold } from './languages.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const RIGHT_TO_LEFT_LETTERS = new RegExp(RIGHT_TO_LEFT.source, 'gu');
const LETTERS = /\p{L}/gu;
/** Makes what stands beside it part of a text from right to left. */
const MARK = '\u200f';

/**
 * The direction of a text by its language: "NATO" at its beginning does not turn an Arabic sentence around, nor does a Hebrew word an
 * English one. 'auto' where the text's own first letter decides: if the language is not known, or cannot be that of these letters.
 */
export function textDirection(text: string, language: string | null | undefined): 'ltr' | 'rtl' | 'auto' {
  if (!language || isUntold(language) || !RIGHT_TO_LEFT.test(text)) return 'auto';
  if (isRightToLeft(language)) return 'rtl';
  return isMostlyTurned(text) ? 'auto' : 'ltr';
}

/**
 * The lines of a subtitle, with marks at both ends of those that are read from right to left: players that begin each line on the left
 * would otherwise put its full stop, or a name before it, on the wrong side.
 */
export function linesWithMarks(text: string, language: string | null | undefined): string {
  return text
    .split('\n')
    .map((line) => withMarks(line, language))
    .join('\n');
}
/** A line of plain text with a mark before it if its language turns it, and its first letter does not: readers go by that letter. */
export function withLeadingMark(line: string, language: string | null | undefined): string {
  if (textDirection(line, language) !== 'rtl') return line;
  return RIGHT_TO_LEFT.test(/\p{L}/u.exec(line)?.[0] ?? '') ? line : `${MARK}${line}`;
}

function withMarks(line: string, language: string | null | undefined): string {
  const direction = textDirection(line, language);
  const isTurned =
    direction === 'auto' ? RIGHT_TO_LEFT.test(line) && isMostlyTurned(line) : direction === 'rtl';
  return isTurned ? `${MARK}${line}${MARK}` : line;
}

function isMostlyTurned(text: string): boolean {
  const turned = text.match(RIGHT_TO_LEFT_LETTERS)?.length ?? 0;
  return 2 * turned >= (text.match(LETTERS)?.length ?? 0);
}
