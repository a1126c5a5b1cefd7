import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { readClipRange } from '#domain/clip-range.ts';
import type { TimeRange } from '#domain/timeline.ts';
import type { PlaybackStore } from './playback-store.ts';

export interface ClipControl {
  /** Null unless the address asks for a stretch of the recording. */
  clip: TimeRange | null;
  playAgain: () => void;
  /** Takes the stretch out of the address, and plays from the beginning. */
  playEverything: () => void;
}

/** The stretch of the recording that the address asks for (`?t=12&end=31`), to whose end it plays. */
export function useClip(store: PlaybackStore, durationSeconds: number): ClipControl {
  const [search, setSearch] = useSearchParams();
  const clip = readClipRange({ t: search.get('t'), end: search.get('end') }, durationSeconds);
  useStoredClip(store, clip?.start ?? null, clip?.end ?? null);

  function playEverything(): void {
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.delete('t');
        changed.delete('end');
        return changed;
      },
      { replace: true },
    );
    // Before the address has changed: this playback must not stop.
    store.choose({ clip: null });
    store.playFrom(0);
  }

  return { clip, playAgain: () => clip && store.playFrom(clip.start), playEverything };
}

function useStoredClip(store: PlaybackStore, start: number | null, end: number | null): void {
  useEffect(() => {
    store.choose({ clip: start === null || end === null ? null : { start, end } });
  }, [store, start, end]);
}
