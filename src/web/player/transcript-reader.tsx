import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { startOfSecond } from '#domain/timeline.ts';
import { classNames } from '#web/lib/class-names.ts';
import { usePageMark } from '#web/lib/page-marks.ts';
import { embeddedVideoId } from './embed/embedded-video.ts';
import { isVideo } from './media-kind.ts';
import type { PlayableTranscript } from './playable-transcript.ts';
import { createPlaybackStore, type PlaybackStore } from './playback-store.ts';
import { Player } from './player.tsx';
import type { RecordingRef } from './recording-ref.ts';
import { type DisplayedTranscript, TranscriptText, type TranscriptTextProps } from './transcript-text.tsx';
import { useSightTop } from './use-sight-top.ts';

/** The second to start from; a higher `jump` goes there again. If it was rounded down, what begins within that second is meant. */
export interface StartAt {
  seconds: number;
  jump: number;
  isRounded?: boolean;
}

interface TranscriptReaderProps {
  recording: RecordingRef;
  transcript: PlayableTranscript & DisplayedTranscript;
  startAt: StartAt | null;
  /** Whether to scroll the text to that position. */
  reveal?: boolean;
  /** The panel, which can jump to a moment of both, and what else needs the playback. */
  renderPanel: (goTo: (seconds: number) => void, store: PlaybackStore) => ReactNode;
  /** Whether this is the whole page: on wide screens, the panel then stands beside the text. */
  isRoom?: boolean;
  /** The editable text; without it the text is read-only. */
  renderText?: (props: Pick<TranscriptTextProps, 'store' | 'revealJump'>) => ReactNode;
}

/** The recording and its text, in time with each other. */
export function TranscriptReader(props: TranscriptReaderProps) {
  const { recording, transcript, startAt, reveal = false, renderPanel, isRoom = false, renderText } = props;
  const [store] = useState(createPlaybackStore);
  const [visits, setVisits] = useState(0);
  useStartAt(store, startAt, transcript);
  const side = useRef<HTMLDivElement>(null);
  useSightTop(side);
  usePageMark('readingRoom', isRoom ? '' : null);
  const isShown = visits > 0 || (reveal && startAt !== null);
  const revealJump = isShown ? (startAt?.jump ?? 0) + visits : null;

  function goTo(seconds: number) {
    store.playFrom(startOfSecond(transcript.timestampedTranscript, seconds));
    setVisits((count) => count + 1);
  }

  return (
    <div
      className={classNames('reading', isRoom && 'reading-room')}
      data-picture={hasPicture(transcript) || undefined}
    >
      <div ref={side} className="reading-side">
        <Player
          store={store}
          recording={recording}
          transcript={transcript}
          canEdit={renderText !== undefined}
        />
        {renderPanel(goTo, store)}
      </div>
      <div className="reading-text min-w-0">
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

function hasPicture(transcript: PlayableTranscript): boolean {
  return isVideo(transcript) || embeddedVideoId(transcript) !== null;
}

// Runs before the effects of the text, which read the playback position.
function useStartAt(
  store: PlaybackStore,
  startAt: StartAt | null,
  { timestampedTranscript: segments }: DisplayedTranscript,
): void {
  const { seconds = null, jump = 0, isRounded = false } = startAt ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new jump goes to the same second again; new segments go nowhere.
  useLayoutEffect(() => {
    if (seconds !== null) store.seek(isRounded ? startOfSecond(segments, seconds) : seconds);
  }, [store, seconds, jump]);
}
