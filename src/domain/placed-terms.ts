import type { Word } from '#contract/segments.ts';
import type { TextRange } from './converted-text.ts';
import type { Span } from './retime.ts';
import type { PlacedSegment } from './segments.ts';
import { splitForComparison } from './terms.ts';
import { offsetOfWord } from './words.ts';

export type TextSegment = Pick<PlacedSegment, 'id' | 'revision' | 'startMs' | 'endMs' | 'text' | 'words'>;

/** A stretch of one segment at a revision, in UTF-16 offsets, end exclusive. */
export interface NotePart {
  segment: { id: number; revision: number };
  start: number;
  end: number;
}

/** A stretch with its text. */
export interface FoundPart extends NotePart {
  text: string;
}

/** A word with its segment and the time at which it is said. */
export interface PlacedTerm extends Span, TextRange {
  word: string;
  segment: TextSegment;
}

/** The words of a stretch of a segment with their times, which are estimated if the segment's words are not known. */
export function placeTerms(
  segment: TextSegment,
  { start: from, end: to }: TextRange = { start: 0, end: segment.text.length },
): PlacedTerm[] {
  const { text, words } = segment;
  const starts = startsOfWords(text, words, to);
  let at = 0;
  return splitForComparison(text.slice(from, to)).map((term) => {
    const [start, end] = [term.start + from, term.end + from];
    while ((starts[at + 1] ?? Number.POSITIVE_INFINITY) <= start) at += 1;
    const said = words[at];
    const span = said ? spanOf(said) : estimateSpan(segment, { start, end });
    return { word: term.word, segment, start, end, ...span };
  });
}

/** The offset of each word in the text up to `to`; words that are not in the text get the offset of the word before them. */
function startsOfWords(text: string, words: readonly Word[], to: number): number[] {
  const starts: number[] = [];
  let cursor = 0;
  let start = 0;
  for (const word of words) {
    if (cursor >= to) break;
    const wanted = word.text.trim();
    const found = offsetOfWord(text, wanted, cursor);
    if (found >= 0) {
      start = found;
      cursor = found + wanted.length;
    }
    starts.push(start);
  }
  return starts;
}

function spanOf({ startMs, endMs }: Span): Span {
  return { startMs, endMs };
}

function estimateSpan({ text, startMs, endMs }: TextSegment, { start, end }: TextRange): Span {
  const timeAt = (offset: number) => startMs + Math.round(((endMs - startMs) * offset) / text.length);
  return { startMs: timeAt(start), endMs: timeAt(end) };
}
