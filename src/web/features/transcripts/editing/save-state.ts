import { type Conflict, conflictsOf, type Entry, problemsOf } from './edit-entries.ts';
import type { PendingEdit } from './pending-edits.ts';

export type SaveState = 'idle' | 'unsaved' | 'saving' | 'retrying' | 'held' | 'saved';

export interface QueueSnapshot {
  pending: readonly PendingEdit[];
  state: SaveState;
  conflicts: readonly Conflict[];
  /** Why the text of a segment cannot be saved as it is. */
  problems: ReadonlyMap<number, string>;
  /** The transcript no longer exists: nothing more can be saved. */
  isGone: boolean;
  /** What is not saved yet is kept on this device. */
  isKept: boolean;
}

export interface QueueFacts {
  entries: readonly Entry[];
  isSending: boolean;
  /** Tries in a row that failed for a passing reason. */
  failures: number;
  hasSaved: boolean;
  isGone: boolean;
  isKept: boolean;
}

/** The state of a queue that the screen shows. */
export function snapshotOf(facts: QueueFacts): QueueSnapshot {
  const { entries, isGone, isKept } = facts;
  return {
    pending: entries.map(({ edit }) => edit),
    state: stateOf(facts),
    conflicts: conflictsOf(entries),
    problems: problemsOf(entries),
    isGone,
    isKept,
  };
}

function stateOf({ entries, isSending, failures, hasSaved }: QueueFacts): SaveState {
  if (failures > 0 && entries.length > 0) return 'retrying';
  if (isSending) return 'saving';
  if (entries.some(({ held }) => !held)) return 'unsaved';
  if (entries.length > 0) return 'held';
  return hasSaved ? 'saved' : 'idle';
}
