import { Pause, Play } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { focusQuietly } from '#web/lib/focus.ts';
import { formatCount } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { pageQueue, useQueueState } from './page-queue.ts';
import { countEntries } from './queue-counts.ts';
import { isUnfinished, type QueueEntry } from './queue-entry.ts';
import { QueueNotices } from './queue-notices.tsx';
import type { Hold, QueueState, UploadQueue } from './queue-parts.ts';
import { QueueRow } from './queue-row.tsx';
import { canBeRetried, type Move, waitingOf } from './queue-rules.ts';
import { QueueSettingsFields } from './queue-settings.tsx';
import { progressText } from './queue-text.ts';
import { choicesOf, twinOf } from './same-file.ts';
import { withTexts } from './texts.ts';
import { useFocusInRows } from './use-focus-in-rows.ts';
import { useMadeTranscripts } from './use-made-transcripts.ts';

/** How many rows are added to the list at a time: a browser is slow with a thousand. */
const ROWS = 20;
/** What needs attention comes first. */
const RANK: Readonly<Record<QueueEntry['state'], number>> = {
  sending: 0,
  failed: 1,
  waiting: 2,
  cancelled: 3,
  done: 4,
};

/** Of those that wait for a choice: after what has failed. */
const CHOICE_RANK = 1.5;

/** The upload queue with its settings. */
export function QueuePanel() {
  const state = useQueueState();
  const queue = pageQueue();
  if (!state || !queue) return null;
  return <Queue state={state} queue={queue} />;
}

function Queue({ state, queue }: { state: QueueState; queue: UploadQueue }) {
  const { entries, hold, settings } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  const [wantsSettings, setWantsSettings] = useState(false);
  const { unfinished } = countEntries(entries);
  /** Those that are sent without another word. */
  const toSend = unfinished - withTexts(choicesOf(entries), entries).length;
  const retriable = entries.filter(canBeRetried);
  const areSettingsOpen = unfinished > 0 && (hold?.kind === 'start' || wantsSettings);
  const over = entries.filter((entry) => entry.state === 'done' || entry.state === 'cancelled');

  /** For buttons that disappear with what they have done. */
  const keepFocus = useCallback(() => focusQuietly(heading.current), []);
  const remove = useCallback(
    (ids: readonly string[], what: string) => {
      const undo = queue.remove(ids);
      keepFocus();
      toast({ title: `${what} removed from the queue`, action: { label: 'Undo', run: undo } });
    },
    [queue, keepFocus],
  );

  return (
    <section aria-labelledby="upload-queue" className="mt-6 space-y-4 border-t pt-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <h2 ref={heading} id="upload-queue" tabIndex={-1} className="font-semibold outline-none">
            Upload queue
          </h2>
          {entries.length > 0 && <p className="text-sm text-quiet tabular-nums">{progressText(entries)}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {toSend > 0 && <GoButton hold={hold} count={toSend} queue={queue} />}
          {unfinished > 0 && hold?.kind !== 'start' && (
            <Button
              size="sm"
              variant="outline"
              aria-expanded={areSettingsOpen}
              onClick={() => setWantsSettings(!wantsSettings)}
            >
              Settings
            </Button>
          )}
          {retriable.length > 1 && (
            <Button
              size="sm"
              variant="outline"
              onClick={() => {
                queue.retry(retriable.map(({ id }) => id));
                keepFocus();
              }}
            >
              Retry all failed
            </Button>
          )}
          {over.length > 0 && (
            <Button
              size="sm"
              variant="outline"
              onClick={() => {
                queue.remove(over.map(({ id }) => id));
                keepFocus();
              }}
            >
              Clear finished
            </Button>
          )}
        </div>
      </div>
      {toSend > 0 && hold === null && <Progress percent={percentOf(state)} label="Progress of the queue" />}
      <QueueNotices state={state} queue={queue} onRemove={remove} onDone={keepFocus} />
      {areSettingsOpen && (
        <QueueSettingsFields settings={settings} onChange={(next) => queue.changeSettings(next)} />
      )}
      <Rows state={state} queue={queue} onRemove={remove} onDone={keepFocus} />
      {unfinished > 1 && hold !== null && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            const waiting = entries.filter((entry) => entry.state === 'waiting');
            remove(
              waiting.map(({ id }) => id),
              formatCount(waiting.length, 'file'),
            );
          }}
        >
          Remove all that wait
        </Button>
      )}
    </section>
  );
}

/** Starts, pauses and resumes: one button, so that it keeps the focus. */
function GoButton({ hold, count, queue }: { hold: Hold | null; count: number; queue: UploadQueue }) {
  const isGoing = hold === null || (hold.kind === 'trouble' && hold.isRetried);
  const text = { start: `Start ${formatCount(count, 'file')}`, paused: 'Resume', trouble: 'Resume' };
  return (
    <Button
      size="sm"
      variant={isGoing ? 'outline' : 'default'}
      onClick={() => (isGoing ? queue.pause() : queue.resume())}
    >
      {isGoing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
      {isGoing ? 'Pause' : text[hold.kind]}
    </Button>
  );
}

interface RowsProps {
  state: QueueState;
  queue: UploadQueue;
  onRemove: (ids: readonly string[], what: string) => void;
  /** Called after an action whose button disappears. */
  onDone: () => void;
}

function Rows({ state, queue, onRemove, onDone }: RowsProps) {
  const { entries, progress, blocked, comparing } = state;
  const [most, setMost] = useState(ROWS);
  const [said, setSaid] = useState('');
  const choices = new Set(choicesOf(entries));
  const rankOf = (entry: QueueEntry) => (choices.has(entry) ? CHOICE_RANK : RANK[entry.state]);
  const shown = entries.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, most);
  const made = useMadeTranscripts(shown.flatMap(({ transcriptId }) => transcriptId ?? []));
  const waiting = waitingOf(entries);
  const left = entries.length - shown.length;

  // Stable, so that a file's progress does not render the other rows again.
  const move = useCallback(
    ({ id, name }: QueueEntry, where: Move) => {
      queue.move(id, where);
      const order = waitingOf(queue.getState().entries);
      setSaid(`${name} is number ${order.findIndex((entry) => entry.id === id) + 1} of ${order.length}.`);
    },
    [queue],
  );
  const drop = useCallback(({ id, name }: QueueEntry) => onRemove([id], name), [onRemove]);
  const cancel = useCallback(
    (id: string) => {
      queue.cancel(id);
      onDone();
    },
    [queue, onDone],
  );
  const retry = useCallback(
    (id: string) => {
      queue.retry([id]);
      onDone();
    },
    [queue, onDone],
  );

  const again = useCallback(
    (id: string) => {
      queue.sendAgain([id]);
      onDone();
    },
    [queue, onDone],
  );
  const leaveOut = useCallback(
    (entry: QueueEntry) => onRemove(withTexts([entry], queue.getState().entries), entry.name),
    [queue, onRemove],
  );

  const focus = useFocusInRows(onDone);
  if (entries.length === 0) return null;
  return (
    <>
      <ul
        {...focus}
        aria-label="Files in the queue"
        className="max-h-128 divide-y overflow-y-auto overscroll-contain rounded-xl border"
      >
        {shown.map((entry) => (
          <QueueRow
            key={entry.id}
            entry={entry}
            progress={progress.get(entry.id)}
            block={blocked.get(entry.id)}
            needsChoice={choices.has(entry)}
            twin={choices.has(entry) ? twinOf(entry, entries) : null}
            comparedPercent={comparing.get(entry.id)}
            made={entry.transcriptId === null ? undefined : made.get(entry.transcriptId)}
            place={placeOf(entry, waiting)}
            onMove={move}
            onRemove={drop}
            onCancel={cancel}
            onRetry={retry}
            onUncompared={queue.sendUncompared}
            onAgain={again}
            onLeaveOut={leaveOut}
            onUnknown={queue.setUnknown}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
      {left > 0 && (
        <Button size="sm" variant="outline" onClick={() => setMost(most + ROWS)}>
          Show {Math.min(ROWS, left)} more of {left.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}

function placeOf(entry: QueueEntry, waiting: readonly QueueEntry[]) {
  if (waiting.length === 1) return 'only';
  if (entry === waiting[0]) return 'first';
  return entry === waiting.at(-1) ? 'last' : 'between';
}

function percentOf({ entries, progress }: QueueState): number {
  const counted = entries.filter(({ state }) => state !== 'cancelled');
  const over = counted.filter((entry) => !isUnfinished(entry)).length;
  const sending = [...progress.values()].reduce((sum, { percent }) => sum + percent, 0);
  return (100 * over + sending) / Math.max(1, counted.length);
}
