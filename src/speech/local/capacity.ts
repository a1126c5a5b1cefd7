import type { Memory } from './memory.ts';

/** How many speech processes may run, and how many chunks one recognises together. */
export interface Capacity {
  processes: number;
  batch: number;
  /** Processes give memory back as soon as they can, for a few percent more time. */
  isLean: boolean;
}

const MB = 1024 * 1024;
/** Recognising four sounds together takes a quarter to a third less time each; more gain nothing and cost memory (decision 010). */
export const MAX_BATCH = 4;
/** A process at its peak, with chunks of 15 s; the part that no other process shares and that cannot be read again from disk. */
const LARGE_PROCESS_BYTES = 640 * MB;
/** The same of a lean one with one chunk at a time: its peak is while the models are loaded. */
const LEAN_PROCESS_BYTES = 330 * MB;
/** Below this one process with one chunk at a time: server, database and the reader of recordings need the rest. */
const SMALL_MACHINE_BYTES = 1536 * MB;
/** Left to the others when a process has all that it needs. */
const SPARE_BYTES = 40 * MB;

export const LEAN: Capacity = { processes: 1, batch: 1, isLean: true };

/**
 * What the memory allows. `wanted` is how many processes there may be at most, `heldBytes` what the speech processes that live hold already: they
 * can go on with it. Null: there is no room for even one.
 */
export function capacityOf(
  { limitBytes, availableBytes }: Memory,
  { wanted, heldBytes }: { wanted: number; heldBytes: number },
): Capacity | null {
  const roomBytes = availableBytes + heldBytes - SPARE_BYTES;
  const large = Math.min(wanted, Math.floor(roomBytes / LARGE_PROCESS_BYTES));
  if (limitBytes >= SMALL_MACHINE_BYTES && large > 0)
    return { processes: large, batch: MAX_BATCH, isLean: false };
  return roomBytes >= LEAN_PROCESS_BYTES ? LEAN : null;
}
