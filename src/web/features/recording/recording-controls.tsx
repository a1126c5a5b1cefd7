import { CircleAlert, Mic, Pause, Play, Square, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { includesLanguage, languageName } from '#contract/languages.ts';
import { SPEECH_ENGINES } from '#contract/speech-engines.ts';
import { formatTime, speakTime } from '#domain/timecode.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { LevelMeter } from './level-meter.tsx';
import type { Recorder } from './recorder-parts.ts';
import type { Phase, RecorderState } from './recorder-state.ts';
import { useMicrophones } from './use-recorder.ts';
import { useSeconds } from './use-seconds.ts';
import { useStart } from './use-start.ts';

interface RecordingControlsProps {
  recorder: Recorder;
  state: RecorderState;
  userId: number;
  /** The language that is chosen for the recording; null: none. */
  language: string | null;
  isLiveTextOn: boolean;
  onLiveText: (isOn: boolean) => void;
  /** The ref of the element that takes the focus when this stage begins. */
  nextRef: Ref<HTMLButtonElement>;
  /** What is to be seen while recording, without scrolling on a phone. */
  children: ReactNode;
}

/** The microphone: time, level, and what can be done. */
export function RecordingControls(props: RecordingControlsProps) {
  const { recorder, state, userId, language, isLiveTextOn, onLiveText, nextRef, children } = props;
  const { phase, problem } = state;
  const [deviceId, setDeviceId] = useState(ANY);
  const microphones = useMicrophones(phase);
  const start = useStart(recorder);
  const isQuiet = phase === 'idle' || phase === 'starting';
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-4 rounded-xl border border-line-strong/60 bg-sunken/50 p-4 sm:p-5">
        <Clock recorder={recorder} phase={phase} />
        <LevelMeter levels={recorder.levels} isLive={phase === 'recording'} />
        <div className="col-span-2 flex flex-wrap items-center gap-2">
          <Buttons
            recorder={recorder}
            phase={phase}
            nextRef={nextRef}
            onStart={() =>
              start({ userId, deviceId: deviceId === ANY ? null : deviceId, liveText: isLiveTextOn })
            }
          />
        </div>
      </div>
      {problem && (
        <p className="flex gap-2 text-sm text-danger-ink">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {problem}
        </p>
      )}
      {children}
      <div className="grid items-start gap-5 md:grid-cols-[1fr_auto]">
        <Switch
          checked={isLiveTextOn}
          onChange={onLiveText}
          label="Live text"
          hint={liveTextHint(language)}
        />
        {isQuiet && microphones.length > 1 && (
          <Select
            label="Microphone"
            value={microphones.some(({ id }) => id === deviceId) ? deviceId : ANY}
            options={[
              { value: ANY, label: 'System default' },
              ...microphones.map(({ id, label }) => ({ value: id, label })),
            ]}
            onChange={setDeviceId}
            className="w-full md:w-64"
          />
        )}
      </div>
    </div>
  );
}

/** Stands for the system's default device, because an option must have a value. */
const ANY = 'any';

const PHASE_TEXT: Readonly<Record<Phase, string>> = {
  idle: 'Ready',
  starting: 'Waiting for the microphone',
  recording: 'Recording',
  interrupted: 'Interrupted',
  paused: 'Paused',
  stopping: 'Stopping',
  stopped: 'Stopped',
  transcribing: 'Sending',
};

function Clock({ recorder, phase }: { recorder: Recorder; phase: Phase }) {
  const seconds = useSeconds(recorder.elapsedMs);
  return (
    <div className="min-w-36">
      <p
        role="timer"
        aria-label={speakTime(seconds)}
        className="text-4xl leading-tight font-semibold tracking-tight tabular-nums"
      >
        {formatTime(seconds)}
      </p>
      <p role="status" className="flex items-center gap-2 text-sm text-quiet">
        <span
          aria-hidden="true"
          className={classNames(
            'size-2.5 rounded-full',
            phase === 'recording' ? 'animate-pulse bg-danger' : 'bg-line-strong',
          )}
        />
        {PHASE_TEXT[phase]}
      </p>
    </div>
  );
}

interface ButtonsProps {
  recorder: Recorder;
  phase: Phase;
  nextRef: Ref<HTMLButtonElement>;
  onStart: () => void;
}

function Buttons({ recorder, phase, nextRef, onStart }: ButtonsProps) {
  if (phase === 'idle' || phase === 'starting') {
    return (
      <>
        <Button
          ref={nextRef}
          size="lg"
          isIdle={phase === 'starting'}
          onClick={onStart}
          className="max-sm:w-full"
        >
          {phase === 'starting' ? <Spinner /> : <Mic aria-hidden="true" />}
          Start
        </Button>
        <p className="text-sm text-quiet sm:ml-2">
          Your recording is kept in this browser until its transcript is ready.
        </p>
      </>
    );
  }
  return (
    <>
      {phase === 'paused' ? (
        <Button key="turn" ref={nextRef} size="lg" variant="outline" onClick={recorder.resume}>
          <Play aria-hidden="true" />
          Resume
        </Button>
      ) : (
        <Button
          key="turn"
          ref={nextRef}
          size="lg"
          variant="outline"
          isIdle={phase !== 'recording'}
          onClick={recorder.pause}
        >
          <Pause aria-hidden="true" />
          Pause
        </Button>
      )}
      <Button size="lg" isIdle={phase === 'stopping'} onClick={recorder.stop}>
        <Square aria-hidden="true" />
        Stop
      </Button>
      <ClearRecordingButton recorder={recorder} isIdle={phase === 'stopping'} />
    </>
  );
}

/** Shorter recordings are discarded without asking. */
const ASKED_FROM_MS = 5000;

/** Discards the current recording; asks first if there is something to lose. */
export function ClearRecordingButton({ recorder, isIdle }: { recorder: Recorder; isIdle: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const clear = () => {
    if (recorder.elapsedMs() < ASKED_FROM_MS) void recorder.discard();
    else setIsAsking(true);
  };
  return (
    <>
      <Button size="lg" variant="ghost" isIdle={isIdle} onClick={clear} className="sm:ml-auto">
        <Trash2 aria-hidden="true" />
        Clear
      </Button>
      <DiscardDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        elapsedMs={recorder.elapsedMs()}
        onConfirm={() => void recorder.discard()}
      />
    </>
  );
}

/** Live text is the built-in engine's, whichever engine transcribes the recording afterwards. */
function liveTextHint(language: string | null): string {
  return language === null || includesLanguage(SPEECH_ENGINES.local.languages, language)
    ? 'Shows what you say while you speak. English only.'
    : `Shows what you say while you speak, in English only. Text in ${languageName(language)} comes after the recording.`;
}
