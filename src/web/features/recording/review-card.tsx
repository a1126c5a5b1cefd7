import { CircleAlert, Download, FileAudio, Inbox } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { formatTime } from '#domain/timecode.ts';
import { formatMegabytes } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { TranscriptionForm } from '#web/speech/transcription-form.tsx';
import type { ChosenOptions } from '#web/speech/use-transcription-options.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { liveRecordingTitle, savedName } from './formats.ts';
import type { Recorder } from './recorder-parts.ts';
import type { RecorderState } from './recorder-state.ts';
import { ClearRecordingButton } from './recording-controls.tsx';
import type { TranscribeFailure } from './use-transcribe.ts';

interface ReviewCardProps {
  recorder: Recorder;
  state: RecorderState;
  failure: TranscribeFailure | null;
  chosen: ChosenOptions;
  onTranscribe: (options: TranscriptionOptions) => Promise<void>;
  /** The ref of the element that takes the focus when this stage begins. */
  nextRef: Ref<HTMLButtonElement>;
}

/** A finished recording: listen, then send, save or clear it. */
export function ReviewCard({ recorder, state, failure, chosen, onTranscribe, nextRef }: ReviewCardProps) {
  const { phase, recording, file, percent } = state;
  if (!recording) return null;
  return (
    <div className="space-y-5">
      <div className="space-y-4 rounded-xl bg-sunken p-4">
        <div className="flex items-center gap-4">
          <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-ink">
            <FileAudio className="size-6" aria-hidden="true" />
          </span>
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{liveRecordingTitle(recording.startedAt)}</p>
            <p className="text-sm text-quiet tabular-nums">
              {file
                ? `${formatTime(recorder.elapsedMs() / 1000)} · ${formatMegabytes(recorder.totalBytes())}`
                : 'On the server'}
            </p>
          </div>
        </div>
        {file && <ReviewPlayer file={file} />}
      </div>
      {failure?.recordingId === recording.id && phase === 'stopped' && (
        <p role="alert" className="flex gap-2 text-sm text-danger-ink">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>
            {failure.message}. {failure.more} Your recording is still here: try again, or save it to this
            device.
          </span>
        </p>
      )}
      {phase === 'transcribing' ? (
        <Sending percent={percent} onCancel={recorder.cancel} cancelRef={nextRef} />
      ) : (
        <>
          <TranscriptionForm chosen={chosen} />
          <div className="flex flex-wrap items-center gap-2">
            <Button
              ref={nextRef}
              size="lg"
              className="max-sm:w-full"
              onClick={() => void onTranscribe(chosen.options)}
            >
              Transcribe Recording
            </Button>
            {file && (
              <Button
                size="lg"
                variant="outline"
                onClick={() => saveFile(savedName(recording.startedAt, recording.mimeType), file)}
              >
                <Download aria-hidden="true" />
                Save to this device
              </Button>
            )}
            <Button
              size="lg"
              variant="ghost"
              isIdle={state.troubles.includes('unsaved')}
              onClick={() => void recorder.close()}
            >
              <Inbox aria-hidden="true" />
              Keep for later
            </Button>
            <ClearRecordingButton recorder={recorder} isIdle={false} />
          </div>
        </>
      )}
    </div>
  );
}

function Sending(props: { percent: number; onCancel: () => void; cancelRef: Ref<HTMLButtonElement> }) {
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <Progress percent={props.percent} label="Upload progress" />
        <p className="mt-2 flex justify-between gap-4 text-sm text-quiet tabular-nums">
          <span role="status">
            {props.percent < 100 ? 'Sending the recording' : 'Starting the transcription'}
          </span>
          <span>{props.percent}%</span>
        </p>
      </div>
      <Button ref={props.cancelRef} variant="outline" onClick={props.onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function ReviewPlayer({ file }: { file: Blob }) {
  const url = useObjectUrl(file);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return (
      <p role="alert" className="flex gap-2 text-sm text-danger-ink">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        Unable to play recording. This may be due to browser compatibility issues.
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: the recording has not been transcribed yet.
    <audio
      src={url}
      controls
      preload="metadata"
      aria-label="Your recording"
      onLoadedMetadata={(event) => findDuration(event.currentTarget)}
      onError={() => setIsBroken(true)}
      className="h-11 w-full [&::-webkit-media-controls-enclosure]:rounded-lg [&::-webkit-media-controls-enclosure]:bg-surface"
    />
  );
}

/** Live recordings do not contain their duration; browsers find it when they seek far beyond the end. */
function findDuration(audio: HTMLAudioElement): void {
  if (Number.isFinite(audio.duration)) return;
  audio.addEventListener(
    'durationchange',
    () => {
      audio.currentTime = 0;
    },
    { once: true },
  );
  audio.currentTime = 1e7;
}

function useObjectUrl(file: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
