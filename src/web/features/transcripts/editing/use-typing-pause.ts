import { useEffect, useState } from 'react';
import type { PlaybackStore } from '#web/player/playback-store.ts';

/** How long after the last letter the sound goes on. */
const GO_ON_MS = 1000;
/** What was said while the hands were slower is heard again. */
const BACK_SECONDS = 1;
/** Browsers report a slightly different time after pausing. */
const TOLERANCE_SECONDS = 0.25;

export interface TypingPause {
  /** Somebody has typed: the sound pauses, if it plays. */
  typed: () => void;
  /** The row is left: the sound goes on at once. */
  end: () => void;
  /** The text is left: the sound stays paused. */
  cancel: () => void;
}

/** Pauses the sound while somebody types, and goes on from a second before. Playing or seeking by hand ends the pause. */
export function useTypingPause(store: PlaybackStore): TypingPause {
  const [pause] = useState(() => createTypingPause(store));
  useEffect(() => pause.cancel, [pause]);
  return pause;
}

type PausedStore = Pick<PlaybackStore, 'getState' | 'getTime' | 'subscribe' | 'pause' | 'seek' | 'play'>;

export function createTypingPause(store: PausedStore): TypingPause {
  /** Where it was paused; null while it is not paused by typing. */
  let heldAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};

  function hold(): void {
    let hasPaused = false;
    store.pause();
    heldAt = store.getTime();
    stop = store.subscribe(() => {
      const { playing } = store.getState();
      if (!playing) {
        hasPaused = true;
        heldAt = heldAt === null ? null : store.getTime();
      } else if (hasPaused) release();
    });
  }

  function release(): void {
    clearTimeout(timer);
    stop();
    heldAt = null;
  }

  function goOn(): void {
    if (heldAt === null) return;
    const [from, isMoved] = [heldAt, Math.abs(store.getTime() - heldAt) > TOLERANCE_SECONDS];
    release();
    // Somebody has gone elsewhere meanwhile.
    if (isMoved) return;
    store.seek(from - BACK_SECONDS);
    store.play();
  }

  return {
    typed: () => {
      const { playing, pausesForTyping } = store.getState();
      if (heldAt === null && (!playing || !pausesForTyping)) return;
      if (heldAt === null) hold();
      clearTimeout(timer);
      timer = setTimeout(goOn, GO_ON_MS);
    },
    end: goOn,
    cancel: release,
  };
}
