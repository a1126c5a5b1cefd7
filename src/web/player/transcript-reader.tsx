import { type ReactNode, useLayoutEffect, useState } from 'react';
import { startOfSecond } from '#domain/timeline.ts';
import type { PlayableTranscript } from './playable-transcript.ts';
import { createPlaybackStore, type PlaybackStore } from './playback-store.ts';
import { Player } from './player.tsx';
import type { RecordingRef } from './recording-ref.ts';
import { type DisplayedTranscript, TranscriptText, type TranscriptTextProps } from './transcript-text.tsx';

interface TranscriptReaderProps {
  recording: RecordingRef;
  transcript: PlayableTranscript & DisplayedTranscript;
  /** The second to start from; a higher `jump` goes there again. */
  startAt: { seconds: number; jump: number } | null;
  /** Whether to scroll the text to that position. */
  reveal?: boolean;
  /** Content between the player and the text, which can jump to a moment of both. */
  renderBetween: (goTo: (seconds: number) => void) => ReactNode;
  /** On wide screens, this content stands beside the text and stays in sight. */
  isBeside?: boolean;
  /** The editable text; without it the text is read-only. */
  renderText?: (props: Pick<TranscriptTextProps, 'store' | 'revealJump'>) => ReactNode;
}

/** The recording and its text, in time with each other. */
export function TranscriptReader(props: TranscriptReaderProps) {
  const {
    recording,
    transcript,
    startAt,
    reveal = false,
    renderBetween,
    isBeside = false,
    renderText,
  } = props;
  const [store] = useState(createPlaybackStore);
  const [visits, setVisits] = useState(0);
  useStartAt(store, startAt?.seconds ?? null, startAt?.jump ?? 0);
  const isShown = visits > 0 || (reveal && startAt !== null);
  const revealJump = isShown ? (startAt?.jump ?? 0) + visits : null;

  function goTo(seconds: number) {
    store.playFrom(startOfSecond(transcript.timestampedTranscript, seconds));
    setVisits((count) => count + 1);
  }

  return (
    <div className={isBeside ? 'space-y-4 beside-grid' : 'space-y-4'}>
      <Player
        store={store}
        recording={recording}
        transcript={transcript}
        canEdit={renderText !== undefined}
      />
      <div className="space-y-4 empty:hidden">{renderBetween(goTo)}</div>
      <div className="min-w-0">
        {renderText ? (
          renderText({ store, revealJump })
        ) : (
          <TranscriptText
            store={store}
            recording={recording}
            transcript={transcript}
            revealJump={revealJump}
          />
        )}
      </div>
    </div>
  );
}

// Runs before the effects of the text, which read the playback position.
function useStartAt(store: PlaybackStore, seconds: number | null, jump: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new jump goes to the same second again.
  useLayoutEffect(() => {
    if (seconds !== null) store.seek(seconds);
  }, [store, seconds, jump]);
}
