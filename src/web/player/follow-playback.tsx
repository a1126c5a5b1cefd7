import { LocateFixed } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TimestampedSegment } from '#contract/segments.ts';
import { activeSegmentIndex, lastStartedIndex } from '#domain/timeline.ts';
import { focusQuietly, isTyping } from '#web/lib/focus.ts';
import { Button } from '#web/ui/button.tsx';
import type { PlaybackStore } from './playback-store.ts';
import { scrollToRow } from './scroll-to-row.ts';
import { segmentElement, timeButtonOf } from './segment-id.ts';
import { usePlayback, usePlaybackTime } from './use-playback.ts';

interface FollowPlaybackProps {
  store: PlaybackStore;
  segments: readonly TimestampedSegment[];
  /** Increases while rows are still being rendered. */
  shownBlocks: number;
  /** Increases with every jump from outside that the page should scroll to; null if it should not. */
  revealJump: number | null;
}

/**
 * Marks the active segment and keeps it visible until the reader scrolls away; the reader is then left in peace and
 * finds a button here that leads back to the current moment.
 */
export function FollowPlayback(props: FollowPlaybackProps) {
  const { store } = props;
  const playing = usePlayback(store, (state) => state.playing);
  const isSample = usePlayback(store, (state) => state.sample !== null);
  const { isAway, row } = useActiveRow(props);
  if (!playing || isSample || !isAway) return null;
  return (
    <div className="pointer-events-none sticky bottom-[calc(var(--docked)+1rem)] z-10 mt-3 flex justify-center">
      <Button
        className="pointer-events-auto rounded-full! shadow-float!"
        onClick={() => {
          if (!row) return;
          scrollToRow(row);
          focusQuietly(timeButtonOf(row));
        }}
      >
        <LocateFixed aria-hidden="true" />
        Back to now
      </Button>
    </div>
  );
}

function useActiveRow({ store, segments, shownBlocks, revealJump }: FollowPlaybackProps) {
  const active = usePlaybackTime(store, (seconds) => activeAt(segments, seconds));
  const seenJump = useRef<number | null>(null);
  const before = useRef<HTMLElement | null>(null);
  const [row, setRow] = useState<HTMLElement | null>(null);
  const [isAway, setIsAway] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `active` and `shownBlocks` say when to look again; a jump may be newer.
  useEffect(() => {
    const isJump = revealJump !== null && revealJump !== seenJump.current;
    const seconds = store.getTime();
    const index = activeAt(segments, seconds);
    const segment = segments[index < 0 && isJump ? lastStartedIndex(segments, seconds) : index];
    const now = segment ? segmentElement(segment.id) : null;
    if (!now) return;
    now.setAttribute('aria-current', 'true');
    // The reader stays where the sample was asked for.
    if (store.getState().sample) return () => now.removeAttribute('aria-current');
    const isFollowing = before.current !== null && isInSight(before.current);
    // Someone who is editing keeps the caret in view.
    if (isJump || (isFollowing && !isComfortable(now) && !isTyping())) scrollToRow(now);
    // The first position comes from the address; a later one was chosen, so the keyboard continues from there.
    if (isJump && revealJump > 0 && !isTyping()) focusQuietly(timeButtonOf(now));
    seenJump.current = revealJump;
    before.current = now;
    setRow(now);
    const observer = new IntersectionObserver((entries) => setIsAway(!entries.at(-1)?.isIntersecting));
    observer.observe(now);
    return () => {
      observer.disconnect();
      now.removeAttribute('aria-current');
    };
  }, [store, segments, active, shownBlocks, revealJump]);

  return { isAway, row };
}

/** Nothing is active before playback has started. */
function activeAt(segments: readonly TimestampedSegment[], seconds: number): number {
  return seconds > 0 ? activeSegmentIndex(segments, seconds) : -1;
}

/** The part of the window in which the active row is not scrolled to. */
const COMFORT = { top: 0.1, bottom: 0.75 };

function isInSight(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function isComfortable(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= innerHeight * COMFORT.top && bottom <= innerHeight * COMFORT.bottom;
}
