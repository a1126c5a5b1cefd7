import { FileAudio } from 'lucide-react';
import { useRef } from 'react';
import { useKeptFocus } from '#web/lib/focus.ts';
import { lazily } from '#web/lib/lazily.tsx';
import { TranscriptionForm } from '#web/speech/transcription-form.tsx';
import { useTranscriptionOptions } from '#web/speech/use-transcription-options.ts';
import { Button } from '#web/ui/button.tsx';
import { FileCard } from '#web/ui/file-card.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { UploadProgress } from '#web/ui/upload-progress.tsx';
import { useDropped } from './dropped-file.ts';
import { FormatNote } from './format-note.tsx';
import { ImportLine } from './import-line.tsx';
import { ImportedTextFields, useTextFor } from './imported-text.tsx';
import type { KnownNoticeProps } from './known/known-notice.tsx';
import { OfferedFiles, useOfferedFiles } from './offered-files.tsx';
import { ChooseSeveral } from './queue/choose-several.tsx';
import { droppedItems } from './queue/find-files.ts';
import { isQueueEmpty, useQueuePart } from './queue/page-queue.ts';
import { RecordingDropZone } from './recording-drop-zone.tsx';
import { STEP_TEXT } from './upload-progress.ts';
import { type UploadOutcome, useUpload } from './use-upload.ts';

const QueuePanel = lazily(async () => (await import('./queue/queue-panel.tsx')).QueuePanel);

/** Without its code, the upload goes on as ever. */
const KnownNotice = lazily<KnownNoticeProps>(() =>
  import('./known/known-notice.tsx').then(
    (code) => code.KnownNotice,
    () => () => null,
  ),
);

interface UploadPanelProps extends UploadOutcome {
  /** Called when something was dropped elsewhere on the page. */
  onDropped: () => void;
}

/** The tab for choosing a file and uploading it, with the queue of several below. */
export function UploadPanel(props: UploadPanelProps) {
  const hasQueue = useQueuePart((state) => state !== null && !isQueueEmpty(state));
  return (
    <>
      <SingleUpload {...props} />
      {hasQueue && <QueuePanel />}
    </>
  );
}

function SingleUpload({ onDropped, ...outcome }: UploadPanelProps) {
  const { state, select, start, cancel, clear } = useUpload(outcome);
  const chosen = useTranscriptionOptions();
  const text = useTextFor(state.phase === 'empty' ? null : state.file);
  const nextStep = useRef<HTMLButtonElement>(null);
  useKeptFocus(nextStep, state.phase);
  const offered = useOfferedFiles();
  useDropped((what) => {
    onDropped();
    if (what === 'queue') return;
    const file = what;
    if (state.phase !== 'uploading') return select(file);
    toast({
      title: 'A recording is being uploaded',
      description: `Drop ${file.name} again when the upload has finished.`,
    });
  });
  if (state.phase === 'empty') {
    return (
      <div className="space-y-3">
        <RecordingDropZone
          problem={state.problem}
          onFile={select}
          onDropped={(transfer) => select(offered.give(droppedItems(transfer)))}
          buttonRef={nextStep}
        />
        {offered.offer && <OfferedFiles offer={offered.offer} onDone={offered.clear} />}
        <div className="flex flex-wrap justify-center gap-x-6 text-sm text-quiet">
          <div className="flex flex-wrap items-center justify-center gap-x-1">
            Several at once?
            <ChooseSeveral verb="Add" />
          </div>
          <ImportLine
            onRecording={(found, file) => {
              text.give(found, file);
              select(file);
            }}
            onImported={outcome.onUploaded}
          />
        </div>
      </div>
    );
  }
  return (
    <div className="space-y-5">
      <FileCard file={state.file} icon={<FileAudio />} onRemove={state.phase === 'selected' ? clear : null} />
      <FormatNote file={state.file} />
      {state.phase === 'selected' && !text.kept && (
        // A text of one's own for it is new, whatever is known of the recording.
        <KnownNotice file={state.file} onAgain={() => void start(state.file, chosen.options)} />
      )}
      {offered.offer && <OfferedFiles offer={offered.offer} onDone={offered.clear} />}
      {text.kept && <ImportedTextFields kept={text.kept} isHeard={text.isHeard} onHeard={text.setHeard} />}
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
            onClick={() => void start(state.file, { ...chosen.options, ...text.options })}
          >
            {text.kept ? 'Start Import' : 'Start Transcription'}
          </Button>
        </div>
      )}
    </div>
  );
}
