import type { TextRange } from '#domain/converted-text.ts';

const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });
/** So much of the text on both sides is read: a dictionary's time grows with the square of the length. */
const WINDOW = 2000;

/** The word at an offset, as a double click selects it: at its end, too. Offsets count UTF-16 units. */
export function wordAt(text: string, offset: number): TextRange {
  const here = unitAt(WORDS, text, offset);
  if (here.isWordLike || offset === 0) return here;
  const before = unitAt(WORDS, text, offset - 1);
  return before.isWordLike ? before : here;
}

/** The sentence at an offset, without the spaces after it, as a triple click selects it. */
export function sentenceAt(text: string, offset: number): TextRange {
  const { start, end } = unitAt(SENTENCES, text, offset);
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** Where the words of a text end that differ from what it was before; null if nothing does. */
export function changeEnd(before: string, after: string): number | null {
  if (before === after) return null;
  if (after.startsWith(before)) return after.length;
  const shortest = Math.min(before.length, after.length);
  let same = 0;
  while (same < shortest && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  const end = after.length - same;
  const word = unitAt(WORDS, after, end);
  return word.isWordLike && word.start < end ? word.end : end;
}

const MARK = /^[\p{P}\p{S}]$/u;

/** A word without the punctuation around it, which stays when another is written in its place. */
export function withoutMarks(text: string, word: TextRange): TextRange {
  let { start, end } = word;
  while (start < end && MARK.test(text.charAt(start))) start += 1;
  while (end > start && MARK.test(text.charAt(end - 1))) end -= 1;
  return start < end ? { start, end } : word;
}

function unitAt(
  segmenter: Intl.Segmenter,
  text: string,
  offset: number,
): TextRange & { isWordLike: boolean } {
  const from = Math.max(0, offset - WINDOW);
  const part = text.slice(from, offset + WINDOW);
  const found = segmenter.segment(part).containing(Math.min(offset - from, part.length - 1));
  const start = from + (found?.index ?? 0);
  return { start, end: start + (found?.segment.length ?? 0), isWordLike: found?.isWordLike ?? false };
}
