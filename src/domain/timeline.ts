/** How long a segment without an end stays active. */
const OPEN_END_SECONDS = 5;
/** How far back a long segment is looked for when a short one was said in between. */
const OVERLAP_STEPS = 8;

/** Browsers cut the time to microseconds, so what was sought is a hair later than what is told. */
const TOLERANCE_SECONDS = 0.0005;

/** A stretch of time in seconds; an end may be missing in data from elsewhere. */
export interface Timed {
  start: number;
  end?: number | null;
}

/** The last item that has begun at that time, -1 before the first. Items are in order of their start. */
export function lastStartedIndex(items: readonly Timed[], seconds: number): number {
  return lastStartedBy(items, ({ start }) => start, seconds);
}

/** The same, for items that keep their start elsewhere. */
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

/** Where that begins which was said from a whole second on, as times are cited; the second itself when nothing begins in it. */
export function startOfSecond(items: readonly Timed[], seconds: number): number {
  const first = items[lastStartedIndex(items, seconds - 2 * TOLERANCE_SECONDS) + 1];
  return first && first.start < seconds + 1 ? first.start : seconds;
}

/** The segment that is being said, -1 in a pause. Without an end it lasts until the next start, or 5 seconds. */
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
