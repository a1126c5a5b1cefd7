import { FileAudio } from 'lucide-react';
import { useRef } from 'react';
import { useKeptFocus } from '#web/lib/focus.ts';
import { TranscriptionForm } from '#web/speech/transcription-form.tsx';
import { useTranscriptionOptions } from '#web/speech/use-transcription-options.ts';
import { Button } from '#web/ui/button.tsx';
import { FileCard } from '#web/ui/file-card.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { UploadProgress } from '#web/ui/upload-progress.tsx';
import { useDroppedFile } from './dropped-file.ts';
import { RecordingDropZone } from './recording-drop-zone.tsx';
import { STEP_TEXT } from './upload-progress.ts';
import { type UploadOutcome, useUpload } from './use-upload.ts';

interface UploadPanelProps extends UploadOutcome {
  /** Called when a file was dropped elsewhere on the page. */
  onDropped: () => void;
}

/** The tab for choosing a file and uploading it. */
export function UploadPanel({ onDropped, ...outcome }: UploadPanelProps) {
  const { state, select, start, cancel, clear } = useUpload(outcome);
  const chosen = useTranscriptionOptions();
  const nextStep = useRef<HTMLButtonElement>(null);
  useKeptFocus(nextStep, state.phase);
  useDroppedFile((file) => {
    onDropped();
    if (state.phase !== 'uploading') return select(file);
    toast({
      title: 'A recording is being uploaded',
      description: `Drop ${file.name} again when the upload has finished.`,
    });
  });
  if (state.phase === 'empty') {
    return <RecordingDropZone problem={state.problem} onFile={select} buttonRef={nextStep} />;
  }
  return (
    <div className="space-y-5">
      <FileCard file={state.file} icon={<FileAudio />} onRemove={state.phase === 'selected' ? clear : null} />
      {state.phase === 'uploading' ? (
        <UploadProgress
          percent={state.percent}
          text={STEP_TEXT[state.step]}
          isFinal={state.step === 'initializing' || state.step === 'complete'}
          onCancel={cancel}
          cancelRef={nextStep}
        />
      ) : (
        <div className="grid items-start gap-5 md:grid-cols-[1fr_auto]">
          <TranscriptionForm chosen={chosen} />
          <Button
            ref={nextStep}
            size="lg"
            className="w-full md:w-auto"
            onClick={() => void start(state.file, chosen.options)}
          >
            Start Transcription
          </Button>
        </div>
      )}
    </div>
  );
}
