import type { NotePart } from '#contract/notes.ts';
import type { TimestampedSegment } from '#contract/segments.ts';

interface Place {
  segmentId: number;
  offset: number;
}

/** The stretch of each segment between two places, in order; empty if a place is not in the text. */
export function partsBetween(
  segments: readonly TimestampedSegment[],
  { start, end }: { start: Place; end: Place },
): NotePart[] {
  const first = segments.findIndex(({ id }) => id === start.segmentId);
  const last = segments.findIndex(({ id }) => id === end.segmentId);
  if (first < 0 || last < 0) return [];
  return segments
    .slice(first, last + 1)
    .map(({ id, revision, text }, index) => ({
      segment: { id, revision },
      start: index === 0 ? start.offset : 0,
      end: first + index === last ? end.offset : text.length,
    }))
    .filter((part) => part.end > part.start);
}
