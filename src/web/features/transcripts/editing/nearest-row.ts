import type { TimestampedSegment } from '#contract/segments.ts';
import { lastStartedIndex } from '#domain/timeline.ts';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { segmentElement } from '#web/player/segment-id.ts';

/** Height covered by the toolbar. */
const COVERED_PX = 64;

/** The row to edit when none is given: the one playing; else the one at the current time if visible; else the first visible. */
export function nearestRow(
  segments: readonly TimestampedSegment[],
  store: Pick<PlaybackStore, 'getState' | 'getTime'>,
): number | null {
  const present = segments[lastStartedIndex(segments, store.getTime())] ?? segments[0];
  if (!present) return null;
  if (store.getState().playing || isInSight(present.id)) return present.id;
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bottomOf(segments[middle]?.id) > COVERED_PX) high = middle;
    else low = middle + 1;
  }
  return segments[low]?.id ?? present.id;
}

function isInSight(id: number): boolean {
  const rect = segmentElement(id)?.getBoundingClientRect();
  return rect !== undefined && rect.bottom > COVERED_PX && rect.top < innerHeight;
}

/** Rows still being rendered are below all others. */
function bottomOf(id: number | undefined): number {
  const row = id === undefined ? null : segmentElement(id);
  return row?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
}
