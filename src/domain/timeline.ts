/** How long a segment without an end stays active at most. */
const OPEN_END_SECONDS = 5;
/** How many segments to go back in search of a long one that overlaps later short ones. */
const OVERLAP_STEPS = 8;

/** Browsers truncate the time to microseconds, so the time they report can be slightly earlier than the time sought. */
const TOLERANCE_SECONDS = 0.0005;

/** A time range in seconds; the end may be missing in imported data. */
export interface Timed {
  start: number;
  end?: number | null;
}

/** A part of the recording, in seconds. The end is exclusive. */
export interface TimeRange {
  start: number;
  end: number;
}

/** The index of the last item that has begun at a time in seconds, -1 before the first. Items are sorted by start. */
export function lastStartedIndex(items: readonly Timed[], seconds: number): number {
  return lastStartedBy(items, ({ start }) => start, seconds);
}

/** Like `lastStartedIndex`, for items whose start is given by `startOf`. */
export function lastStartedBy<Item>(
  items: readonly Item[],
  startOf: (item: Item) => number,
  seconds: number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && startOf(item) <= seconds + TOLERANCE_SECONDS) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The exact start of the first item that begins within a cited second (citations have whole seconds); the second itself if none does. */
export function startOfSecond(items: readonly Timed[], seconds: number): number {
  const first = items[lastStartedIndex(items, seconds - 2 * TOLERANCE_SECONDS) + 1];
  return first && first.start < seconds + 1 ? first.start : seconds;
}

/** The index of the segment spoken at a time in seconds, -1 in a pause. A segment without an end lasts until the next start, but at most 5 seconds. */
export function activeSegmentIndex(segments: readonly Timed[], seconds: number): number {
  const last = lastStartedIndex(segments, seconds);
  for (let index = last; index >= 0 && index > last - OVERLAP_STEPS; index -= 1) {
    const segment = segments[index];
    if (segment && seconds < endOf(segment, segments[index + 1])) return index;
  }
  return -1;
}

function endOf(segment: Timed, next: Timed | undefined): number {
  if (typeof segment.end === 'number' && Number.isFinite(segment.end)) return segment.end;
  return Math.min(next?.start ?? Number.POSITIVE_INFINITY, segment.start + OPEN_END_SECONDS);
}
