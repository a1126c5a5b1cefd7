import { FileAudio, X } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import type { SpeechChoice } from '#contract/transcripts.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { formatMegabytes } from '#web/lib/format.ts';
import { EngineSelect } from '#web/speech/engine-select.tsx';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { DropZone } from './drop-zone.tsx';
import { STEP_TEXT } from './upload-progress.ts';
import { type UploadOutcome, type UploadState, useUpload } from './use-upload.ts';

/** Choose a file, send it, watch it go. */
export function UploadPanel(outcome: UploadOutcome) {
  const { state, select, start, cancel, clear } = useUpload(outcome);
  const [suggestSpeakers, setSuggestSpeakers] = useState(true);
  const [engine, setEngine] = useState<SpeechChoice>('auto');
  const nextStep = useRef<HTMLButtonElement>(null);
  useKeptFocus(nextStep, state.phase);
  if (state.phase === 'empty') {
    return <DropZone problem={state.problem} onFile={select} buttonRef={nextStep} />;
  }
  return (
    <div className="space-y-5">
      <FileCard state={state} onRemove={clear} />
      {state.phase === 'uploading' ? (
        <UploadProgress state={state} onCancel={cancel} cancelRef={nextStep} />
      ) : (
        <div className="grid items-start gap-5 md:grid-cols-[1fr_auto]">
          <div className="space-y-4">
            <Switch
              checked={suggestSpeakers}
              onChange={setSuggestSpeakers}
              label="Suggest speakers"
              hint="Tells voices apart by their sound. It is a suggestion and can be wrong; you can put it away later."
            />
            <EngineSelect value={engine} onChange={setEngine} />
          </div>
          <Button
            ref={nextStep}
            size="lg"
            className="w-full md:w-auto"
            onClick={() => void start(state.file, { suggestSpeakers, engine })}
          >
            Start Transcription
          </Button>
        </div>
      )}
    </div>
  );
}

type WithFile = Exclude<UploadState, { phase: 'empty' }>;

function FileCard({ state, onRemove }: { state: WithFile; onRemove: () => void }) {
  return (
    <div className="flex items-center gap-4 rounded-xl bg-sunken p-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-ink">
        <FileAudio className="size-6" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" dir="auto" title={state.file.name}>
          {state.file.name}
        </p>
        <p className="text-sm text-quiet tabular-nums">{formatMegabytes(state.file.size)}</p>
      </div>
      {state.phase === 'selected' && (
        <Button variant="ghost" size="icon" aria-label="Remove file" onClick={onRemove}>
          <X aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

function UploadProgress(props: {
  state: Extract<UploadState, { phase: 'uploading' }>;
  onCancel: () => void;
  cancelRef: Ref<HTMLButtonElement>;
}) {
  const { percent, step } = props.state;
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <Progress percent={percent} label="Upload progress" />
        <p className="mt-2 flex justify-between gap-4 text-sm text-quiet tabular-nums">
          <span role="status">{STEP_TEXT[step]}</span>
          <span>{percent}%</span>
        </p>
      </div>
      <Button
        ref={props.cancelRef}
        variant="outline"
        onClick={props.onCancel}
        isIdle={step === 'initializing' || step === 'complete'}
      >
        Cancel
      </Button>
    </div>
  );
}
