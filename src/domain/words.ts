import type { TimestampedWord } from '#contract/segments.ts';
import type { TextRange } from './converted-text.ts';
import { lastStartedBy } from './timeline.ts';

/** The parts of a segment that locate its words; `words` is empty if they are not known (yet). */
export interface WordedText {
  text: string;
  start: number;
  end: number;
  words: readonly TimestampedWord[];
}

/** The most characters that are passed over in search of a word: a text without the words of its segment is not read to its end for each of them. */
const MAX_SKIPPED = 1000;

/** The offset at which a word begins at or after `from`; -1 if it is not in the text there, or blank. */
export function offsetOfWord(text: string, word: string, from: number): number {
  if (word === '') return -1;
  const found = text.slice(from, from + word.length + MAX_SKIPPED).indexOf(word);
  return found < 0 ? -1 : from + found;
}

/** The range of each word in the text; null for a word that is not in the text. */
export function wordRanges({ text, words }: Pick<WordedText, 'text' | 'words'>): (TextRange | null)[] {
  let cursor = 0;
  return words.map(([word]) => {
    const wanted = word.trim();
    const start = offsetOfWord(text, wanted, cursor);
    if (start < 0) return null;
    cursor = start + wanted.length;
    return { start, end: cursor };
  });
}

/** The time in seconds at which the text at an offset is said: the start of its word, or an estimate by length if the words are not known. */
export function timeAtOffset(segment: WordedText, offset: number): number {
  const ranges = wordRanges(segment);
  const index = ranges.findLastIndex((range) => range !== null && range.start <= offset);
  const word = segment.words[Math.max(index, 0)];
  if (word && ranges.some((range) => range !== null)) return word[1];
  return estimateTime(segment, offset);
}

/** The time in seconds at which the text before an offset has been said: the end of its last word, or an estimate by length. */
export function endTimeAtOffset(segment: WordedText, offset: number): number {
  const ranges = wordRanges(segment);
  const word = segment.words[ranges.findLastIndex((range) => range !== null && range.start < offset)];
  return word ? word[2] : estimateTime(segment, offset);
}

function estimateTime({ text, start, end }: WordedText, offset: number): number {
  const share = text.length === 0 ? 0 : Math.min(1, Math.max(0, offset / text.length));
  return start + share * Math.max(0, end - start);
}

/** The range of the word spoken at a time in seconds; a word lasts until the next one begins, so that its highlight does not flicker. */
export function rangeAtTime(segment: WordedText, seconds: number): TextRange | null {
  const index = lastStartedBy(segment.words, ([, start]) => start, seconds);
  return index < 0 ? null : (wordRanges(segment)[index] ?? null);
}
