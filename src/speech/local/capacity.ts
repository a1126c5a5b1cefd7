import type { AvailableMemory } from './memory.ts';

/** How many speech processes may run, and how many chunks each recognizes together. */
export interface Capacity {
  processes: number;
  batch: number;
  /** Processes free memory as soon as they can, at the cost of a few percent more time. */
  isLean: boolean;
}

const MB = 1024 * 1024;
/**
 * Recognizing four chunks together takes a quarter to a third less time for each; more gain nothing and cost memory (decision
 * 010).
 */
export const MAX_BATCH = 4;
/** A process at its peak, with chunks of 15 s; only memory that is not shared and cannot be reread from disk. */
const LARGE_PROCESS_BYTES = 640 * MB;
/** The same for a lean process with one chunk at a time: its peak is while the models are loading. */
const LEAN_PROCESS_BYTES = 330 * MB;
/** Below this, one process with one chunk at a time: server, database and media tool need the rest. */
const SMALL_MACHINE_BYTES = 1536 * MB;
/** Left to others when a process has all that it needs. */
const SPARE_BYTES = 40 * MB;

export const LEAN: Capacity = { processes: 1, batch: 1, isLean: true };

/**
 * What the memory allows. `wanted` is the most processes there may be, `heldBytes` what the running speech processes already hold
 * and can keep. Null: not enough memory for even one.
 */
export function capacityOf(
  { limitBytes, availableBytes }: AvailableMemory,
  { wanted, heldBytes }: { wanted: number; heldBytes: number },
): Capacity | null {
  const roomBytes = availableBytes + heldBytes - SPARE_BYTES;
  const large = Math.min(wanted, Math.floor(roomBytes / LARGE_PROCESS_BYTES));
  if (limitBytes >= SMALL_MACHINE_BYTES && large > 0)
    return { processes: large, batch: MAX_BATCH, isLean: false };
  return roomBytes >= LEAN_PROCESS_BYTES ? LEAN : null;
}
