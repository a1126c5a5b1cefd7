import { ArrowDown, ArrowUp, BookOpenText, Ellipsis, FileAudio, FileText, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { TranscriptListItem } from '#contract/transcripts.ts';
import { focusQuietly } from '#web/lib/focus.ts';
import { formatMegabytes } from '#web/lib/format.ts';
import { transcriptPath } from '#web/lib/paths.ts';
import { hasFailed } from '#web/lib/transcript-status.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { type ChoiceActions, ChoiceNote } from './choice-note.tsx';
import type { EntryProgress, QueueEntry } from './queue-entry.ts';
import type { Block } from './queue-parts.ts';
import { canBeRetried, type Move, reasonAgainst } from './queue-rules.ts';

interface QueueRowProps extends ChoiceActions {
  entry: QueueEntry;
  /** Whether somebody has to say what becomes of it, and the entry that has the same bytes. */
  needsChoice: boolean;
  twin: QueueEntry | null;
  /** How much of it was read to compare it, 0 to 100. */
  comparedPercent: number | undefined;
  progress: EntryProgress | undefined;
  block: Block | undefined;
  /** Its transcript, if the list of the newest has it. */
  made: TranscriptListItem | undefined;
  /** Its place among those that wait. */
  place: 'only' | 'first' | 'between' | 'last';
  onMove: (entry: QueueEntry, move: Move) => void;
  onRemove: (entry: QueueEntry) => void;
  onCancel: (id: string) => void;
  onRetry: (id: string) => void;
  onUncompared: (id: string) => void;
}

/** A file of the queue: what becomes of it, and what can be done about it. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { entry, progress } = props;
  const Icon = entry.kind === 'recording' && isRecording(entry) ? FileAudio : FileText;
  return (
    // Takes the focus when the control that had it disappears.
    <li
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 outline-none focus-visible:bg-sunken sm:px-4"
    >
      <Icon className="size-5 shrink-0 text-brand-ink" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-32">
        <p className="truncate text-sm font-medium" dir="auto" title={pathOf(entry)}>
          {entry.name}
        </p>
        <p className="truncate text-xs text-quiet tabular-nums">
          {statusOf(props)} · {formatMegabytes(entry.size)}
          {entry.folder !== '' && ` · ${entry.folder}`}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Actions {...props} />
      </div>
      {progress && (
        <div className="w-full">
          <Progress percent={progress.percent} label={`Progress of ${entry.name}`} />
        </div>
      )}
      {props.needsChoice && <ChoiceNote {...props} />}
      {entry.note && <RowNote isBad={entry.state === 'failed'}>{entry.note}</RowNote>}
    </li>
  );
});

/** A line below a file with something to be known about it, and what can be done. */
function RowNote({ isBad, children }: { isBad: boolean; children: ReactNode }) {
  return (
    <p className={`w-full text-sm wrap-anywhere ${isBad ? 'text-danger-ink' : 'text-quiet'}`}>{children}</p>
  );
}

function Actions(props: QueueRowProps) {
  const { entry, progress, place, onMove, onRemove, onCancel, onRetry } = props;
  const { name, id, state, transcriptId } = entry;
  const remove = <IconButton label={`Remove ${name}`} icon={<X />} onClick={() => onRemove(entry)} />;
  // Its note has what can be done.
  if (props.needsChoice) return null;
  if (state === 'waiting') {
    const isFirst = place === 'first' || place === 'only';
    const isLast = place === 'last' || place === 'only';
    return (
      <>
        <MoveButton
          label={`Move ${name} up`}
          icon={<ArrowUp />}
          isIdle={isFirst}
          onMove={() => onMove(entry, 'up')}
        />
        <MoveButton
          label={`Move ${name} down`}
          icon={<ArrowDown />}
          isIdle={isLast}
          onMove={() => onMove(entry, 'down')}
        />
        <Menu trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis />} />}>
          <MenuItem onSelect={() => onMove(entry, 'first')}>Send first</MenuItem>
          <MenuItem onSelect={() => onMove(entry, 'last')}>Send last</MenuItem>
          {props.comparedPercent !== undefined && (
            <MenuItem onSelect={() => props.onUncompared(id)}>Do not compare</MenuItem>
          )}
        </Menu>
        {remove}
      </>
    );
  }
  if (state === 'sending') {
    // A text goes with its recording.
    if (entry.recordingId !== null && !progress) return null;
    return (
      <Button
        size="sm"
        variant="outline"
        isIdle={progress?.isFinal ?? false}
        aria-label={`Cancel ${name}`}
        onClick={() => onCancel(id)}
      >
        Cancel
      </Button>
    );
  }
  if (state === 'done') {
    return transcriptId === null ? null : (
      <Button asChild size="sm" variant="outline">
        <Link href={transcriptPath(transcriptId)} aria-label={`Open the transcript of ${name}`}>
          <BookOpenText aria-hidden="true" />
          <span>Open</span>
        </Link>
      </Button>
    );
  }
  return (
    <>
      {(state === 'cancelled' || canBeRetried(entry)) && (
        <Button size="sm" variant="outline" aria-label={`Retry ${name}`} onClick={() => onRetry(id)}>
          Retry
        </Button>
      )}
      {remove}
    </>
  );
}

/** Keeps the focus, although its row moves. */
function MoveButton(props: { label: string; icon: ReactNode; isIdle: boolean; onMove: () => void }) {
  return (
    <IconButton
      label={props.label}
      icon={props.icon}
      isIdle={props.isIdle}
      onClick={({ currentTarget }) => {
        props.onMove();
        setTimeout(() => focusQuietly(currentTarget));
      }}
    />
  );
}

function IconButton({ label, icon, ...rest }: { label: string; icon: ReactNode } & ButtonProps) {
  return (
    <Button variant="ghost" size="icon" className="size-9!" aria-label={label} {...rest}>
      <span aria-hidden="true">{icon}</span>
    </Button>
  );
}

function pathOf({ folder, name }: QueueEntry): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function isRecording(entry: QueueEntry): boolean {
  return reasonAgainst(entry)?.kind !== 'not-recording';
}

function statusOf({ entry, progress, block, made, needsChoice, comparedPercent }: QueueRowProps): string {
  switch (entry.state) {
    case 'waiting':
      if (block) return block === 'ask' ? 'Waits for your permission' : 'Waits for its file';
      if (needsChoice) return 'Waits for your choice';
      return comparedPercent === undefined ? 'Waiting' : `Comparing ${comparedPercent}%`;
    case 'sending':
      if (progress) return `${progress.text} ${progress.percent}%`;
      return entry.recordingId === null ? 'Starting' : 'Goes with its recording';
    case 'done':
      if (entry.kind === 'text') return 'Imported';
      return made ? madeText(made) : 'Uploaded';
    case 'failed':
      return isRecording(entry) ? 'Failed' : 'Not a recording';
    case 'cancelled':
      return 'Cancelled';
  }
}

function madeText({ status, progressPercent }: TranscriptListItem): string {
  if (status === 'completed') return 'Completed';
  if (hasFailed(status)) return 'Uploaded, but the transcription failed';
  return `Uploaded, transcribing ${Math.round(progressPercent)}%`;
}
