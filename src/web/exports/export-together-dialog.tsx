import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { TranscriptStatus } from '#contract/transcripts.ts';
import { exportFilename } from '#domain/exports/filename.ts';
import { ALL_FORMATS, type ExportFormat, FORMATS } from '#domain/exports/formats.ts';
import { describeFailure } from '#domain/exports/manifest.ts';
import { useKeptFocus } from '#web/lib/focus.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { CutAtWordsSwitch } from './cut-at-words-switch.tsx';
import type { TogetherItem } from './export-together.ts';
import { useChosenFormats } from './use-chosen-formats.ts';
import { useCutAtWords } from './use-cut-at-words.ts';
import { type TogetherState, useExportTogether } from './use-export-together.ts';
import { MAX_ZIP_FILES } from './zip-file.ts';

interface ExportTogetherDialogProps {
  items: readonly (TogetherItem & { status: TranscriptStatus })[];
  /** What they have in common, as a name for the file. */
  name: string;
  onClose: () => void;
}

const NAMES = Object.fromEntries(ALL_FORMATS.map((format) => [format, FORMATS[format].label])) as Record<
  // One for each of `ALL_FORMATS`.
  ExportFormat,
  string
>;

/** A dialog that exports several transcripts into one ZIP file. While it works, closing it asks first. */
export function ExportTogetherDialog({ items, name, onClose }: ExportTogetherDialogProps) {
  const { state, start, cancel } = useExportTogether();
  const [formats, setFormats] = useChosenFormats();
  const [cutAtWords, setCutAtWords] = useCutAtWords();
  const [isAsking, setAsking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed disappears with its stage.
  useKeptFocus(place, `${state.stage} ${isAsking}`);
  const ready = items.filter(({ status }) => status === 'completed');

  function run(chosen: readonly TogetherItem[]) {
    setAsking(false);
    void start(chosen, { formats, cutAtWords }, exportFilename(name, 'zip'));
  }

  return (
    <Dialog
      open
      onOpenChange={() => (state.stage === 'running' ? setAsking(true) : onClose())}
      title="Export"
      {...(state.stage === 'choosing' && {
        description: `${formatCount(items.length, 'transcript')} selected. Their files are saved in one ZIP file, with a list of them.`,
      })}
    >
      <div ref={place} tabIndex={-1} className="mt-5 outline-none">
        {state.stage === 'choosing' && ready.length === 0 && <NoneReady onClose={onClose} />}
        {state.stage === 'choosing' && ready.length > 0 && (
          <Choices
            formats={formats}
            onFormats={setFormats}
            cutAtWords={cutAtWords}
            onCutAtWords={setCutAtWords}
            readyCount={ready.length}
            leftOut={items.filter(({ status }) => status !== 'completed')}
            end={state.end}
            onSubmit={() => run(ready)}
            onClose={onClose}
          />
        )}
        {state.stage === 'running' && (
          <Running
            state={state}
            isAsking={isAsking}
            onCancel={() => setAsking(true)}
            onStay={() => setAsking(false)}
            onStop={cancel}
          />
        )}
        {state.stage === 'ended' && <Ended state={state} onRetry={run} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

interface ChoicesProps {
  formats: readonly ExportFormat[];
  onFormats: (formats: readonly ExportFormat[]) => void;
  cutAtWords: boolean;
  onCutAtWords: (isOn: boolean) => void;
  /** How many transcripts can be exported. */
  readyCount: number;
  leftOut: readonly TogetherItem[];
  end: 'stopped' | 'not-written' | null;
  onSubmit: () => void;
  onClose: () => void;
}

function Choices(props: ChoicesProps) {
  const { formats, onFormats, cutAtWords, onCutAtWords, readyCount, leftOut, end, onSubmit, onClose } = props;
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const fileCount = readyCount * formats.length;
    if (formats.length === 0) setError('Please choose at least one format.');
    else if (fileCount >= MAX_ZIP_FILES) setError(tooMany(fileCount));
    else onSubmit();
  }

  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      {end === 'stopped' && <p role="status">Stopped. No file was saved.</p>}
      {end === 'not-written' && (
        <p role="alert" className="text-danger-ink">
          The file could not be written, so none was saved. Is there enough room for it?
        </p>
      )}
      <CheckboxGroup
        legend="Formats"
        options={ALL_FORMATS}
        names={NAMES}
        chosen={formats}
        error={error}
        isWide
        onChange={(chosen) => {
          onFormats(chosen);
          setError(undefined);
        }}
      />
      {formats.includes('srt') && <CutAtWordsSwitch checked={cutAtWords} onChange={onCutAtWords} />}
      {leftOut.length > 0 && (
        <p className="text-sm wrap-anywhere text-quiet">
          Without a finished text, and so left out: {listed(leftOut)}.
        </p>
      )}
      <FormButtons
        action={`Export ${formatCount(readyCount, 'transcript')}`}
        isBusy={false}
        onCancel={onClose}
      />
    </form>
  );
}

interface RunningProps {
  state: Extract<TogetherState, { stage: 'running' }>;
  /** Whether to ask if it is to be stopped. */
  isAsking: boolean;
  onCancel: () => void;
  onStay: () => void;
  onStop: () => void;
}

function Running({ state: { done, total, title }, isAsking, onCancel, onStay, onStop }: RunningProps) {
  return (
    <>
      <Progress percent={(done / total) * 100} label="Progress of the export" />
      <p role="status" className="mt-3 text-sm tabular-nums">
        {`${done.toLocaleString('en')} of ${total.toLocaleString('en')}`}
      </p>
      <p dir="auto" className="truncate text-sm text-quiet">
        {title}
      </p>
      {isAsking ? (
        <>
          <p role="alert" className="mt-4">
            Stop? No file is saved then.
          </p>
          <Buttons>
            <Button variant="outline" onClick={onStay}>
              Continue
            </Button>
            <Button variant="destructive" onClick={onStop}>
              Stop
            </Button>
          </Buttons>
        </>
      ) : (
        <Buttons>
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        </Buttons>
      )}
    </>
  );
}

interface EndedProps {
  state: Extract<TogetherState, { stage: 'ended' }>;
  onRetry: (items: readonly TogetherItem[]) => void;
  onClose: () => void;
}

function Ended({ state: { fileName, records }, onRetry, onClose }: EndedProps) {
  const failed = records.filter(({ failures }) => failures.length > 0);
  const complete = records.length - failed.length;
  const isInPart = failed.some(({ files }) => files.length > 0);
  return (
    <>
      <p role="status" className="flex items-start gap-2 wrap-anywhere">
        {failed.length === 0 ? (
          <CircleCheck className="mt-0.5 size-5 shrink-0 text-good-ink" aria-hidden="true" />
        ) : (
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger-ink" aria-hidden="true" />
        )}
        {fileName === null
          ? 'Nothing could be exported, so no file was saved.'
          : `${complete.toLocaleString('en')} of ${formatCount(records.length, 'transcript')} saved ${isInPart ? 'completely ' : ''}in ${fileName}.`}
      </p>
      {failed.length > 0 && (
        <>
          <h3 className="mt-4 text-sm font-semibold">Missing</h3>
          <ul className="mt-1 space-y-1.5 text-sm">
            {failed.map(({ id, title, failures }) => (
              <li key={id} className="wrap-anywhere">
                <span dir="auto" className="font-medium">
                  {title}
                </span>
                <span className="block text-quiet">{failures.map(describeFailure).join(' ')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Buttons>
        {failed.length > 0 && (
          <Button variant="outline" onClick={() => onRetry(failed)}>
            Try these again
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </Buttons>
    </>
  );
}

function NoneReady({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p>None of them has a finished text yet.</p>
      <Buttons>
        <Button onClick={onClose}>Close</Button>
      </Buttons>
    </>
  );
}

function Buttons({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap items-center justify-end gap-2">{children}</div>;
}

/** How many of those that are left out are named. */
const NAMED = 5;

function listed(items: readonly TogetherItem[]): string {
  const rest = items.length - NAMED;
  const named = items.slice(0, NAMED).map(({ title }) => title);
  return `${named.join(', ')}${rest > 0 ? ` and ${formatCount(rest, 'other', 'others')}` : ''}`;
}

function tooMany(fileCount: number): string {
  return `That would be ${fileCount.toLocaleString('en')} files, and a ZIP file has fewer than ${MAX_ZIP_FILES.toLocaleString('en')}. Please choose fewer formats or transcripts.`;
}
