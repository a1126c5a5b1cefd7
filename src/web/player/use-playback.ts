import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { PlaybackState, PlaybackStore } from './playback-store.ts';

/** A part of the playback's state; the component renders again only when that part changes. */
export function usePlayback<Part>(store: PlaybackStore, select: (state: PlaybackState) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/** A value computed from the current time, rendered again only when it changes: the whole second, the active segment. */
export function usePlaybackTime<Value extends number | string | boolean>(
  store: PlaybackStore,
  select: (seconds: number) => Value,
): Value {
  return useSyncExternalStore(store.subscribeTime, () => select(store.getTime()));
}

const FRAME_MS = 40;

/** Calls back while the time moves, about 25 times a second, without rendering. */
export function useTimeTicks(store: PlaybackStore, onTick: (seconds: number) => void): void {
  const handleTick = useEffectEvent(() => onTick(store.getTime()));
  useEffect(() => {
    let frame = 0;
    let last = 0;
    const follow = (now: number) => {
      // timeupdate fires four times a second, too seldom to highlight words.
      if (now - last >= FRAME_MS) {
        last = now;
        handleTick();
      }
      frame = requestAnimationFrame(follow);
    };
    const onState = () => {
      cancelAnimationFrame(frame);
      if (store.getState().playing) frame = requestAnimationFrame(follow);
    };
    const stopTime = store.subscribeTime(() => handleTick());
    const stopState = store.subscribe(onState);
    onState();
    handleTick();
    return () => {
      cancelAnimationFrame(frame);
      stopTime();
      stopState();
    };
  }, [store]);
}
