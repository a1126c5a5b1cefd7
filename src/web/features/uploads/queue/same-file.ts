import type { QueueEntry } from './queue-entry.ts';

/**
 * Another entry with the same bytes that is sent, or was; null if there is none, and for a file that was not hashed, which has the size of no
 * other. Of two that wait, the first one on the list counts.
 */
export function twinOf(entry: QueueEntry, entries: readonly QueueEntry[]): QueueEntry | null {
  const { id, position } = entry;
  const isTwin = (other: QueueEntry) => {
    if (other.id === id) return false;
    if (other.state === 'waiting') return other.position < position;
    return other.state === 'sending' || other.state === 'done';
  };
  return byContent(entries).get(contentOf(entry))?.find(isTwin) ?? null;
}

/** Lists of entries are never changed, and asked about for each of their entries. */
const grouped = new WeakMap<readonly QueueEntry[], Map<string, QueueEntry[]>>();

function byContent(entries: readonly QueueEntry[]): Map<string, QueueEntry[]> {
  const known = grouped.get(entries);
  if (known) return known;
  const groups = Map.groupBy(
    entries.filter(({ sha256 }) => sha256),
    contentOf,
  );
  grouped.set(entries, groups);
  return groups;
}

function contentOf({ size, sha256 }: QueueEntry): string {
  return `${size} ${sha256 ?? ''}`;
}

/** Whether a file waits until somebody says what becomes of it: its recording is there already, or is sent by another entry. */
export function needsChoice(entry: QueueEntry, entries: readonly QueueEntry[]): boolean {
  if (entry.state !== 'waiting' || entry.isWantedAgain) return false;
  return entry.isKnown === true || twinOf(entry, entries) !== null;
}

/** The files that wait for that. */
export function choicesOf(entries: readonly QueueEntry[]): QueueEntry[] {
  return entries.filter((entry) => needsChoice(entry, entries));
}

/** Whether a file has to be hashed before it is sent, because another entry has its size. */
export function hasEqualSize(entry: QueueEntry, entries: readonly QueueEntry[]): boolean {
  return entries.some((other) => isOfSize(other, entry) && other.state !== 'cancelled');
}

/** The entries that may turn out to have the same bytes as one that was hashed, and are yet to be hashed. */
export function unhashedOfSize(entry: QueueEntry, entries: readonly QueueEntry[]): QueueEntry[] {
  return entries.filter(
    (other) =>
      isOfSize(other, entry) && !other.sha256 && (other.state === 'waiting' || other.state === 'sending'),
  );
}

function isOfSize(other: QueueEntry, { id, size }: QueueEntry): boolean {
  return other.id !== id && other.kind === 'recording' && other.size === size;
}
