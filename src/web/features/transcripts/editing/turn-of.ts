import type { TimestampedSegment } from '#contract/segments.ts';

type Spoken = Pick<TimestampedSegment, 'id' | 'speaker'>;

/** The uninterrupted segments of the same speaker around a segment. */
export function turnOf(segments: readonly Spoken[], segmentId: number): number[] {
  const at = segments.findIndex(({ id }) => id === segmentId);
  const speaker = segments[at]?.speaker;
  if (speaker === undefined) return [];
  let first = at;
  let last = at;
  while (segments[first - 1]?.speaker === speaker) first -= 1;
  while (segments[last + 1]?.speaker === speaker) last += 1;
  return segments.slice(first, last + 1).map(({ id }) => id);
}

/** The segments from one to another, in order, whichever comes first. */
export function idsBetween(segments: readonly Spoken[], one: number, other: number): number[] {
  const ends = [one, other].map((endId) => segments.findIndex(({ id }) => id === endId));
  const [first = -1, last = -1] = ends.sort((a, b) => a - b);
  return first < 0 ? [] : segments.slice(first, last + 1).map(({ id }) => id);
}
