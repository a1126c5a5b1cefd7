import { logProblem } from '#web/lib/log.ts';
import { newOptions } from '#web/speech/use-transcription-options.ts';
import type { QueueEntry } from './queue-entry.ts';
import type { QueueOutside, QueueState } from './queue-parts.ts';
import { inOrder } from './queue-rules.ts';

/** The state of a queue, every change of whose entries is stored. */
export function createShelf(userId: number, { store, announce }: Pick<QueueOutside, 'store' | 'announce'>) {
  let state: QueueState = {
    entries: [],
    elsewhere: 0,
    progress: new Map(),
    blocked: new Map(),
    comparing: new Map(),
    hold: null,
    looking: null,
    told: null,
    settings: { speech: newOptions(), projectId: null },
  };
  const watchers = new Set<() => void>();

  function set(part: Partial<QueueState>): void {
    state = { ...state, ...part };
    for (const notify of watchers) notify();
  }

  function find(id: string): QueueEntry | undefined {
    return state.entries.find((entry) => entry.id === id);
  }

  /** Replaces or adds entries, and stores them. */
  function put(changed: readonly QueueEntry[], part: Partial<QueueState> = {}): void {
    const byId = new Map(state.entries.map((entry) => [entry.id, entry]));
    for (const entry of changed) byId.set(entry.id, entry);
    set({ ...part, entries: inOrder([...byId.values()]) });
    if (changed.length > 0) kept(store.put(changed));
  }

  function kept(stored: Promise<void>): void {
    stored.then(announce, (error) => logProblem('The upload queue could not be stored.', error));
  }

  return {
    getState: () => state,
    subscribe(notify: () => void) {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    set,
    find,
    put,
    kept,
    change(id: string, part: Partial<QueueEntry>): void {
      const entry = find(id);
      if (entry) put([{ ...entry, ...part }]);
    },
    async storedEntries(): Promise<QueueEntry[]> {
      try {
        return await store.list(userId);
      } catch (error) {
        // Where the browser stores nothing, the queue lasts as long as the page.
        logProblem('The stored upload queue could not be read.', error);
        return [];
      }
    },
  };
}
