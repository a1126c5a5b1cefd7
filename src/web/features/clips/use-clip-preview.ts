import { useEffect } from 'react';
import type { TimeRange } from '#domain/timeline.ts';
import type { PlaybackStore } from '#web/player/playback-store.ts';
import { usePlayback } from '#web/player/use-playback.ts';

/** Plays a stretch to its end on the page's player, which afterwards is paused and has the stretch of its address again. */
export function useClipPreview(
  store: PlaybackStore,
  { start, end }: TimeRange,
): { isPlaying: boolean; toggle: () => void } {
  const isPlaying = usePlayback(store, (state) => state.playing);
  useEffect(() => {
    const before = store.getState().clip;
    store.pause();
    return () => {
      store.pause();
      store.choose({ clip: before });
    };
  }, [store]);
  useEffect(() => store.choose({ clip: { start, end } }), [store, start, end]);
  return { isPlaying, toggle: () => (isPlaying ? store.pause() : store.playFrom(start)) };
}
