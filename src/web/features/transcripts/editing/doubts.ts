import type { SegmentWords, TimestampedSegment } from '#contract/segments.ts';
import { type DoubtedWord, doubtedWords } from '#domain/doubted-words.ts';
import type { WordsOfSegments } from '#web/player/data.ts';
import { withWords } from '#web/player/with-words.ts';

/** A word to be checked, in the text as it is shown. */
export interface Doubt extends DoubtedWord {
  segmentId: number;
  revision: number;
}

export type DoubtPlace = Pick<Doubt, 'segmentId' | 'start'>;

/** Finds the words to be checked in all segments; what has not changed since the last call is not searched again. */
export function createDoubtFinder(): (
  segments: readonly TimestampedSegment[],
  words: WordsOfSegments,
) => Doubt[] {
  const known = new WeakMap<TimestampedSegment, { words: SegmentWords | undefined; doubts: Doubt[] }>();
  return (segments, words) =>
    segments.flatMap((segment) => {
      const own = words.get(segment.id);
      const before = known.get(segment);
      if (before && before.words === own) return before.doubts;
      const { id: segmentId, revision } = segment;
      const doubts = doubtedWords(withWords(segment, words)).map((word) => ({
        ...word,
        segmentId,
        revision,
      }));
      known.set(segment, { words: own, doubts });
      return doubts;
    });
}

/** The word to be checked after or before a place in the text, which need not have one; from the ends it goes round. */
export function nextDoubt(
  doubts: readonly Doubt[],
  segments: readonly TimestampedSegment[],
  { place, step }: { place: DoubtPlace; step: 1 | -1 },
): Doubt | undefined {
  const order = new Map(segments.map(({ id }, index) => [id, index]));
  const at = order.get(place.segmentId) ?? 0;
  const distance = (doubt: DoubtPlace) => {
    const rows = (order.get(doubt.segmentId) ?? 0) - at;
    return rows === 0 ? doubt.start - place.start : rows * Number.MAX_SAFE_INTEGER;
  };
  return step === 1
    ? (doubts.find((doubt) => distance(doubt) > 0) ?? doubts[0])
    : (doubts.findLast((doubt) => distance(doubt) < 0) ?? doubts.at(-1));
}
