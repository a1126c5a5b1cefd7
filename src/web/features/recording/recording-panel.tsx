import { CircleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { useTranscriptionOptions } from '#web/speech/use-transcription-options.ts';
import { Notice } from '#web/ui/card.tsx';
import { LiveTextBox } from './live-text/live-text-box.tsx';
import { readLiveTextChoice, storeLiveTextChoice } from './live-text/live-text-choice.ts';
import { isGoingOn } from './recorder-state.ts';
import { RecordingControls } from './recording-controls.tsx';
import { ReviewCard } from './review-card.tsx';
import { InterruptionNotice, TroubleNotices } from './trouble-notices.tsx';
import { useRecorder, useWaitingRecordings } from './use-recorder.ts';
import { useTranscribe } from './use-transcribe.ts';
import { WaitingList } from './waiting-list.tsx';

interface RecordingPanelProps {
  userId: number;
  onTranscribed: (id: TranscriptId) => void;
}

/** The tab for recording, listening and sending. Recordings waiting to be transcribed are listed at the top. */
export function RecordingPanel({ userId, onTranscribed }: RecordingPanelProps) {
  const { recorder, state } = useRecorder(userId);
  const waiting = useWaitingRecordings(userId);
  const chosen = useTranscriptionOptions();
  const { failure, transcribe } = useTranscribe(recorder, onTranscribed);
  const [isLiveTextOn, setIsLiveTextOn] = useState(readLiveTextChoice);
  const { phase } = state;
  const next = useRef<HTMLButtonElement>(null);
  useKeptFocus(next, phase);
  const isOver = phase === 'stopped' || phase === 'transcribing';
  const isGoing = isGoingOn(phase);

  function changeLiveText(isOn: boolean) {
    setIsLiveTextOn(isOn);
    storeLiveTextChoice(isOn);
    recorder.setLiveText(isOn);
  }

  if (state.recording && state.recording.userId !== userId) {
    return (
      <Notice tone="warn" icon={<CircleAlert />}>
        A recording by another account is still open on this page. Sign in to that account to finish it.
      </Notice>
    );
  }
  return (
    <div className="space-y-5">
      {!isGoing && phase !== 'transcribing' && !state.troubles.includes('unsaved') && (
        <WaitingList
          waiting={waiting}
          recorder={recorder}
          chosen={chosen}
          hasForm={!isOver}
          onTranscribe={transcribe}
        />
      )}
      <div className="flex flex-col">
        {isOver ? (
          <ReviewCard
            recorder={recorder}
            state={state}
            failure={failure}
            chosen={chosen}
            onTranscribe={transcribe}
            nextRef={next}
          />
        ) : (
          <RecordingControls
            recorder={recorder}
            state={state}
            userId={userId}
            language={chosen.options.language}
            isLiveTextOn={isLiveTextOn}
            onLiveText={changeLiveText}
            nextRef={next}
          >
            {isGoing && <InterruptionNotice interruption={state.interruption} />}
            {isGoing && isLiveTextOn && <LiveTextBox session={recorder.liveText} isOver={false} />}
          </RecordingControls>
        )}
        <TroubleNotices state={state} elapsedMs={recorder.elapsedMs()} />
      </div>
      {isOver && <LiveTextBox session={recorder.liveText} isOver />}
    </div>
  );
}
