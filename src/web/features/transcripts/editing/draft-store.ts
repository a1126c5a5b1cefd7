import { z } from 'zod';
import type { TranscriptId } from '#contract/ids.ts';
import { PendingEdit } from './pending-edits.ts';

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const Kept = z.array(PendingEdit);

/** Keeps the unsaved changes of one window, so that a reload, a crash or a lost connection loses nothing. */
export interface DraftStore {
  /** The name of this window's drafts. */
  name: string;
  /** Whether they are kept: storage can be full or blocked. */
  save: (pending: readonly PendingEdit[]) => boolean;
  /** Names under which other windows, perhaps closed ones, have left drafts. */
  others: () => string[];
  /** Takes over another window's drafts. */
  take: (name: string) => PendingEdit[];
}

export function createDraftStore(storage: TextStorage, id: TranscriptId, window: string): DraftStore {
  const prefix = `tapescript-unsaved:${id}:`;
  const name = prefix + window;
  return {
    name,
    // Full or blocked storage must not stop anybody from editing.
    save: (pending) =>
      attempt(() => {
        if (pending.length === 0) storage.removeItem(name);
        else storage.setItem(name, JSON.stringify(pending));
        return true;
      }) ?? false,
    others: () =>
      attempt(() =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
          (key): key is string => key !== null && key !== name && key.startsWith(prefix),
        ),
      ) ?? [],
    take: (other) => {
      const kept = attempt(() => Kept.safeParse(JSON.parse(storage.getItem(other) ?? '[]')).data) ?? [];
      attempt(() => storage.removeItem(other));
      return kept;
    },
  };
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
