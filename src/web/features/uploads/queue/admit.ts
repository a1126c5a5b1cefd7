import type { FileSource } from './file-source.ts';
import { isHidden } from './hidden-files.ts';
import { isUnfinished, type QueueEntry } from './queue-entry.ts';
import type { Added } from './queue-rules.ts';
import { reasonAgainst } from './queue-rules.ts';
import { kindOf, pairTexts } from './texts.ts';

/** A file that was found in what somebody dropped or chose, or why one was left out unseen. */
export type Found = FoundFile | LeftOut;

/** 'unreadable': also a folder; 'cut': there was too much to look at, and this is the end. */
export type LeftOut = 'hidden' | 'unreadable' | 'cut';

export interface FoundFile {
  file: File;
  /** 'talks/monday'; '' if it was dropped or chosen itself. */
  folder: string;
  source: FileSource | null;
}

/** How many files a queue holds. */
const MOST_ENTRIES = 1000;

interface Admission {
  found: readonly Found[];
  /** The entries of this window and of the person's other open windows. */
  own: readonly QueueEntry[];
  others: readonly QueueEntry[];
  /** Entries of this window whose file cannot be read at the moment. */
  isBlocked: (id: string) => boolean;
  /** What all new entries have in common. */
  base: Pick<QueueEntry, 'userId' | 'windowId' | 'settings' | 'addedAt'>;
  newId: () => string;
}

interface Admitted {
  /** New entries, and known ones that are sent after all, each with its file. */
  changes: { entry: QueueEntry; file: File }[];
  tally: Added;
}

/** Turns files into entries of the queue: the same file once. What is no recording becomes an entry only if it was dropped or chosen itself. */
export function admit({ found, own, others, isBlocked, base, newId }: Admission): Admitted {
  const known = new Map([...others, ...own].map((entry) => [fileKey(entry), entry]));
  const tally: Added = {
    added: 0,
    revived: 0,
    known: 0,
    hidden: 0,
    notRecordings: [],
    unreadable: 0,
    cut: 0,
    left: 0,
  };
  const changes: Admitted['changes'] = [];
  const fresh: QueueEntry[] = [];
  let position = Math.max(0, ...own.map((entry) => entry.position));
  for (const each of found) {
    if (typeof each === 'string') {
      tally[each] += 1;
      continue;
    }
    const { file, folder, source } = each;
    if (isHidden(file.name)) {
      tally.hidden += 1;
      continue;
    }
    const { name, size, lastModified, type } = file;
    const kind = kindOf(file, folder === '');
    const reason = reasonAgainst({ name, size, type, kind });
    // In a folder, other files are to be expected; one that was chosen itself is shown with the reason.
    if (reason?.kind === 'not-recording' && folder !== '') {
      tally.notRecordings.push(file.name);
      continue;
    }
    const same = known.get(fileKey(file));
    if (same && (same.windowId !== base.windowId || isSettled(same, isBlocked))) {
      tally.known += 1;
    } else if (same) {
      const isFailed = !isUnfinished(same);
      changes.push({
        file,
        entry: { ...same, source, settings: base.settings, ...(isFailed ? WAITING : {}) },
      });
      known.delete(fileKey(file));
      tally.revived += 1;
    } else if (own.length + tally.added >= MOST_ENTRIES) {
      tally.left += 1;
    } else {
      position += 1;
      const facts = { name, size, lastModified, type, kind, folder, source, position, id: newId() };
      const start = reason ? ({ state: 'failed', note: reason.text } as const) : WAITING;
      const entry = { ...base, ...facts, ...start, recordingId: null, arrivedId: null, transcriptId: null };
      changes.push({ entry, file });
      fresh.push(entry);
      known.set(fileKey(file), entry);
      tally.added += 1;
    }
  }
  const waiting = own.filter(({ state }) => state === 'waiting');
  const entries = new Map(pairTexts(fresh, waiting).map((entry) => [entry.id, entry]));
  return {
    changes: changes.map((each) => ({ ...each, entry: entries.get(each.entry.id) ?? each.entry })),
    tally,
  };
}

const WAITING = { state: 'waiting', note: null } as const;

/** Whether an entry needs no file: it has one, or its transcript. */
function isSettled({ id, state }: QueueEntry, isBlocked: (id: string) => boolean): boolean {
  if (state === 'done') return true;
  return (state === 'waiting' || state === 'sending') && !isBlocked(id);
}

/** The same for the same file. */
export function fileKey({ name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>): string {
  return `${size} ${lastModified} ${name}`;
}

/** Entries of windows that are closed: those to go on with, and those to forget because nothing is left to do. */
export function takeOver(
  entries: readonly QueueEntry[],
  isOpen: (windowId: string) => boolean,
  windowId: string,
): { mine: QueueEntry[]; over: QueueEntry[] } {
  const orphans = entries.filter((entry) => !isOpen(entry.windowId));
  const isLeft = orphans.some((entry) => isUnfinished(entry) || entry.state === 'failed');
  return {
    mine: (isLeft ? orphans : []).map((entry) => ({
      ...entry,
      windowId,
      ...(entry.state === 'sending' ? WAITING : {}),
    })),
    over: isLeft ? [] : orphans,
  };
}
