import { useLayoutEffect, useState } from 'react';
import type { Transcript } from '#contract/transcripts.ts';
import { createPlaybackStore, type PlaybackStore } from './playback-store.ts';
import { Player } from './player.tsx';
import { TranscriptText } from './transcript-text.tsx';

interface ReadingProps {
  transcript: Transcript;
  /** From which second to begin; a higher `jump` goes there again. */
  startAt: { seconds: number; jump: number } | null;
  /** Scroll the text to where it begins. */
  reveal?: boolean;
}

/** The recording and its text, in time with each other. */
export function Reading({ transcript, startAt, reveal = false }: ReadingProps) {
  const [store] = useState(createPlaybackStore);
  useStartAt(store, startAt?.seconds ?? null, startAt?.jump ?? 0);
  return (
    <>
      <Player store={store} transcript={transcript} />
      <TranscriptText
        store={store}
        transcript={transcript}
        revealJump={reveal && startAt ? startAt.jump : null}
      />
    </>
  );
}

// Before the effects of the text, which look where the playback stands.
function useStartAt(store: PlaybackStore, seconds: number | null, jump: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new jump goes to the same second again.
  useLayoutEffect(() => {
    if (seconds !== null) store.seek(seconds);
  }, [store, seconds, jump]);
}
