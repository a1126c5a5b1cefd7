import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { TimestampedSegment } from '#contract/transcripts.ts';
import { timeAtOffset } from '#domain/words.ts';
import type { PlaybackStore } from './playback-store.ts';
import { segmentIndexOf } from './segment-id.ts';

/** A click on a word plays from that word, a click on a time from there. One listener serves all rows. */
export function useTextClicks(
  list: RefObject<HTMLElement | null>,
  store: PlaybackStore,
  segments: readonly TimestampedSegment[],
): void {
  const handleClick = useEffectEvent((event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const segment = segments[segmentIndexOf(target) ?? -1];
    if (!target || !segment) return;
    if (target.closest('.segment-time')) return store.playFrom(segment.start);
    // Selecting text ends in a click too.
    if (!target.closest('.segment-words') || !getSelection()?.isCollapsed) return;
    const offset = offsetAt(event.clientX, event.clientY);
    if (offset !== null) store.playFrom(timeAtOffset(segment, offset));
  });
  useEffect(() => {
    const element = list.current;
    const listener = (event: MouseEvent) => handleClick(event);
    element?.addEventListener('click', listener);
    return () => element?.removeEventListener('click', listener);
  }, [list]);
}

/** The place in the text node under a point of the page. */
function offsetAt(x: number, y: number): number | null {
  const position = document.caretPositionFromPoint?.(x, y);
  if (position) return position.offset;
  // Safari knows only the older call.
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? range.startOffset : null;
}
