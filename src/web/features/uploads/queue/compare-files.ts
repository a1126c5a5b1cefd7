import type { QueueEntry } from './queue-entry.ts';
import type { QueueOutside } from './queue-parts.ts';
import type { createShelf } from './queue-shelf.ts';
import { hasEqualSize, unhashedOfSize } from './same-file.ts';

interface Comparing {
  shelf: Pick<ReturnType<typeof createShelf>, 'getState' | 'set' | 'find' | 'change'>;
  outside: Pick<QueueOutside, 'findKnown' | 'hash'>;
  /** Throws if the file cannot be read. */
  read: (id: string) => Promise<File>;
  /** Called when a file may be sent, or waits for a choice. */
  onOver: () => void;
}

/**
 * Finds out ahead of their turn which files that wait are known: by their size, and those whose size fits by their hash, one after the
 * other. A comparison that fails ends all the same: it keeps no file from being sent.
 */
export function createComparisons({ shelf, outside, read, onOver }: Comparing) {
  const { getState, set, find, change } = shelf;
  const over = new Set<string>();
  /** Those that may end differently once the server is reached. */
  const failed = new Set<string>();
  const running = new Map<string, AbortController>();
  const [asking, hashing] = [lane(), lane()];

  function isOver({ id, kind, arrivedId, transcriptId, isWantedAgain }: QueueEntry): boolean {
    const isNeedless = kind === 'text' || arrivedId !== null || transcriptId !== null || isWantedAgain;
    return isNeedless || over.has(id);
  }

  function begin(): void {
    const { entries, blocked } = getState();
    for (const entry of entries) {
      if (entry.state !== 'waiting' || isOver(entry)) continue;
      if (!running.has(entry.id) && !blocked.has(entry.id)) void run(entry.id);
    }
  }

  async function run(id: string): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      await compare(id, controller.signal);
    } catch {
      if (running.get(id) === controller) failed.add(id);
    }
    if (running.get(id) !== controller) return;
    running.delete(id);
    over.add(id);
    onOver();
  }

  async function compare(id: string, signal: AbortSignal): Promise<void> {
    const mayBeKnown = await asking(async () => {
      signal.throwIfAborted();
      const entry = find(id);
      return entry !== undefined && (await outside.findKnown(entry.size, null, signal));
    });
    const entry = find(id);
    if (!entry || (!mayBeKnown && !hasEqualSize(entry, getState().entries))) return;
    // A file that cannot be hashed is not tried again: that takes as long each time.
    const sha256 = await hashing(() => hashOf(id, signal)).catch(() => null);
    if (sha256 === null) return;
    if (mayBeKnown) change(id, { isKnown: await outside.findKnown(entry.size, sha256, signal) });
    for (const other of unhashedOfSize(entry, getState().entries)) {
      // Its own comparison does it, or it cannot be read.
      if (running.has(other.id) || getState().blocked.has(other.id)) continue;
      await hashing(() => hashOf(other.id, signal)).catch(() => signal.throwIfAborted());
    }
  }

  async function hashOf(id: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const known = find(id)?.sha256;
    if (known) return known;
    show(id, 0);
    try {
      const file = await read(id);
      const entry = find(id);
      if (file.size !== entry?.size) throw new Error('The file was changed.');
      const sha256 = await outside.hash(file, signal, (percent) => show(id, percent));
      change(id, { sha256 });
      return sha256;
    } finally {
      show(id, null);
    }
  }

  function show(id: string, percent: number | null): void {
    const comparing = new Map(getState().comparing);
    if (percent === null) comparing.delete(id);
    else comparing.set(id, percent);
    set({ comparing });
  }

  /** Ends a comparison; the file is sent as if it were new. */
  function skip(id: string): void {
    const controller = running.get(id);
    running.delete(id);
    over.add(id);
    controller?.abort();
    onOver();
  }

  return {
    isOver,
    begin,
    skip,
    /** Forgets files that are gone. */
    forget(ids: readonly string[]): void {
      for (const id of ids) {
        const controller = running.get(id);
        running.delete(id);
        over.delete(id);
        controller?.abort();
      }
    },
    /** Compares again what could not be compared. */
    again(): void {
      for (const id of failed) over.delete(id);
      failed.clear();
    },
    stop(): void {
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}

/** Does one thing after the other. */
function lane() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work);
    // The next one does not depend on it.
    last = mine.catch(() => undefined);
    return mine;
  };
}
