import { UPLOAD_PART_BYTES } from '#contract/limits.ts';
import { isUploadable } from '#contract/media-types.ts';
import { formatCount, shorten } from '#web/lib/format.ts';
import { checkFile } from '../check-file.ts';
import type { QueueEntry } from './queue-entry.ts';
import { needsChoice } from './same-file.ts';
import { goesWithRecording, textFor, textProblem } from './texts.ts';

/** How many small files are sent at once. */
const LANES = 2;

/** Why a file is not sent: it is no recording, or one that the server does not take. */
export interface Reason {
  kind: 'not-recording' | 'refused';
  text: string;
}

/** The reason why a file cannot be sent; null if it can. */
export function reasonAgainst(
  file: Pick<File, 'name' | 'type' | 'size'> & Pick<QueueEntry, 'kind'>,
): Reason | null {
  const text = file.kind === 'text' ? textProblem(file) : checkFile(file);
  if (text === null) return null;
  if (file.kind === 'text') return { kind: 'refused', text };
  return { kind: isUploadable(file.type, file.name) ? 'refused' : 'not-recording', text };
}

/** Whether another attempt at a failed file may end differently. */
export function canBeRetried(entry: QueueEntry): boolean {
  return entry.state === 'failed' && reasonAgainst(entry) === null;
}

/** What has become of files that were added. */
export interface Added {
  added: number;
  /** Were in the queue and had failed, or waited for their file: they are sent after all. */
  revived: number;
  /** Are in the queue already, here or in another window. */
  known: number;
  /** Files that people do not see. */
  hidden: number;
  /** The names of the files of folders that are no recordings. */
  notRecordings: string[];
  /** Files and folders that the browser could not read. */
  unreadable: number;
  /** Not 0 if not everything was looked at. */
  cut: number;
  /** Beyond what a queue holds. */
  left: number;
}

/** How many names people read at most. */
const MOST_NAMED = 3;

/** What people read after they have added files. */
export function addedText(tally: Added): string {
  const { known, hidden, notRecordings, unreadable, cut, left } = tally;
  const count = tally.added + tally.revived;
  const parts = [count === 0 ? 'Nothing was added to the queue.' : `${files(count)} added to the queue.`];
  if (count + known + hidden + notRecordings.length + unreadable + cut + left === 0)
    parts.push('There are no files in what you dropped.');
  if (known > 0) parts.push(`${files(known)} ${known === 1 ? 'is' : 'are'} in it already.`);
  if (notRecordings.length > 0)
    parts.push(`Neither recordings nor subtitles, and left out: ${named(notRecordings)}.`);
  if (hidden > 0) parts.push(`${formatCount(hidden, 'hidden file')} left out.`);
  if (unreadable > 0)
    parts.push(
      `${unreadable === 1 ? '1 file or folder' : `${files(unreadable)} or folders`} could not be read.`,
    );
  if (cut > 0) parts.push('There was too much to look at: add the folders that are missing one by one.');
  if (left > 0)
    parts.push(
      `${files(left)} left out: a queue has room for 1,000. Clear finished ones, or add them later.`,
    );
  return parts.join(' ');
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map((name) => shorten(name, 60));
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more.toLocaleString('en')} more` : shown.join(', ');
}

function files(count: number): string {
  return formatCount(count, 'file');
}

interface Readiness {
  canRead: (entry: QueueEntry) => boolean;
  /** Whether it was compared with what is there. */
  isCompared: (entry: QueueEntry) => boolean;
}

/**
 * The entry to be sent next; null while nothing waits that can be sent, or no lane is free. Nothing overtakes a large file, which has the
 * lanes to itself, or one that is being compared; one that cannot be read, or needs a choice, is passed over.
 */
export function nextToSend(
  entries: readonly QueueEntry[],
  { canRead, isCompared }: Readiness,
): QueueEntry | null {
  const busy = entries
    .filter((entry) => entry.state === 'sending' && !goesWithRecording(entry, entries))
    .reduce((sum, each) => sum + lanesOf(each), 0);
  const next = waitingOf(entries).find((entry) => {
    if (!canRead(entry) || goesWithRecording(entry, entries)) return false;
    const text = textFor(entry, entries);
    return !text || canRead(text);
  });
  return next && isCompared(next) && busy + lanesOf(next) <= LANES ? next : null;
}

/** A file that is sent in parts has several connections, and browsers have six for a site. */
function lanesOf({ size }: QueueEntry): number {
  return size > 2 * UPLOAD_PART_BYTES ? LANES : 1;
}

/** The entries that are sent in their turn. */
export function waitingOf(entries: readonly QueueEntry[]): QueueEntry[] {
  return entries.filter((entry) => entry.state === 'waiting' && !needsChoice(entry, entries));
}

export type Move = 'up' | 'down' | 'first' | 'last';

/** The entries whose positions change if one moves among those that wait; none if it is there already. */
export function moved(entries: readonly QueueEntry[], id: string, move: Move): QueueEntry[] {
  const waiting = waitingOf(entries);
  const from = waiting.findIndex((entry) => entry.id === id);
  const last = waiting.length - 1;
  const to = { up: from - 1, down: from + 1, first: 0, last }[move];
  const entry = waiting[from];
  if (!entry || to < 0 || to > last || to === from) return [];
  const order = waiting.toSpliced(from, 1).toSpliced(to, 0, entry);
  return order.flatMap((each, index) => {
    const position = waiting[index]?.position ?? each.position;
    return position === each.position ? [] : { ...each, position };
  });
}

/** In the order in which they are sent. */
export function inOrder(entries: readonly QueueEntry[]): QueueEntry[] {
  return entries.toSorted((a, b) => a.position - b.position || a.addedAt - b.addedAt);
}
