import type { TimestampedSegment } from '#contract/segments.ts';
import type { TimeRange } from '#domain/timeline.ts';
import { endTimeAtOffset, timeAtOffset, type WordedText } from '#domain/words.ts';
import type { WordsOfSegments } from './data.ts';
import type { TextPlace } from './selected-text.ts';
import { withWords } from './with-words.ts';

/** When selected words are said; null if their segments are gone. */
export function rangeOfSelected(
  segments: readonly TimestampedSegment[],
  words: WordsOfSegments | undefined,
  { start, end }: { start: TextPlace; end: TextPlace },
): TimeRange | null {
  function timeOf(place: TextPlace, find: (segment: WordedText, offset: number) => number): number | null {
    const segment = segments.find(({ id }) => id === place.segmentId);
    return segment ? find(withWords(segment, words), place.offset) : null;
  }
  const from = timeOf(start, timeAtOffset);
  const to = timeOf(end, endTimeAtOffset);
  return from === null || to === null ? null : { start: from, end: to };
}
