import { useEffect } from 'react';
import type { PlaybackStore } from './playback-store.ts';
import type { MediaSource } from './use-media-source.ts';

/** Tells everything that can play why this recording cannot be played now. */
export function useUnavailable(store: PlaybackStore, source: MediaSource): void {
  const reason = reasonOf(source);
  useEffect(() => {
    store.setUnavailable(reason);
    return () => store.setUnavailable(null);
  }, [store, reason]);
}

function reasonOf(source: MediaSource): string | null {
  if (source.state === 'preparing') return 'A copy that browsers can play is being made.';
  return source.state === 'failed' ? source.message : null;
}
