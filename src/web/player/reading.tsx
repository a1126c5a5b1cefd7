import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPlaybackStore, type PlaybackStore } from './playback-store.ts';
import { type PlayableTranscript, Player } from './player.tsx';
import type { RecordingRef } from './recording-ref.ts';
import { type TextSource, TranscriptText, type TranscriptTextProps } from './transcript-text.tsx';

interface ReadingProps {
  recording: RecordingRef;
  transcript: PlayableTranscript & TextSource;
  /** From which second to begin; a higher `jump` goes there again. */
  startAt: { seconds: number; jump: number } | null;
  /** Scroll the text to where it begins. */
  reveal?: boolean;
  /** The text where it can be edited; without it the text is for reading only. */
  renderText?: (props: Pick<TranscriptTextProps, 'store' | 'revealJump'>) => ReactNode;
}

/** The recording and its text, in time with each other. */
export function Reading({ recording, transcript, startAt, reveal = false, renderText }: ReadingProps) {
  const [store] = useState(createPlaybackStore);
  useStartAt(store, startAt?.seconds ?? null, startAt?.jump ?? 0);
  const revealJump = reveal && startAt ? startAt.jump : null;
  return (
    <>
      <Player
        store={store}
        recording={recording}
        transcript={transcript}
        canEdit={renderText !== undefined}
      />
      {renderText ? (
        renderText({ store, revealJump })
      ) : (
        <TranscriptText store={store} recording={recording} transcript={transcript} revealJump={revealJump} />
      )}
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
