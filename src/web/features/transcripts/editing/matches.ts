import type { TimestampedSegment } from '#contract/segments.ts';
import type { TextRange } from '#domain/converted-text.ts';
import { type FindOptions, findAll } from '#domain/find-replace.ts';

/** A match in the text. */
export interface FoundMatch extends TextRange {
  segmentId: number;
}

/** Finds matches in all segments; segments already searched with the same options are not searched again. */
export function createFinder(): (
  segments: readonly TimestampedSegment[],
  options: FindOptions,
) => FoundMatch[] {
  let known = new WeakMap<TimestampedSegment, FoundMatch[]>();
  let last = '';
  return (segments, options) => {
    const key = JSON.stringify([options.query, options.matchCase, options.wholeWord]);
    if (key !== last) known = new WeakMap();
    last = key;
    if (options.query === '') return [];
    return segments.flatMap((segment) => {
      const found =
        known.get(segment) ??
        findAll(segment.text, options).map((range) => ({ ...range, segmentId: segment.id }));
      known.set(segment, found);
      return found;
    });
  };
}

/** The match to continue from: the first one at or after a place, or else the first of all. */
export function matchFrom(
  matches: readonly FoundMatch[],
  segments: readonly TimestampedSegment[],
  place: { segmentId: number; start: number } | null,
): number {
  if (!place || matches.length === 0) return 0;
  const order = new Map(segments.map(({ id }, index) => [id, index]));
  const at = order.get(place.segmentId) ?? 0;
  const index = matches.findIndex((match) => {
    const row = order.get(match.segmentId) ?? 0;
    return row > at || (row === at && match.start >= place.start);
  });
  return Math.max(0, index);
}
