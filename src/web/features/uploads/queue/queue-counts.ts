import { isUnfinished, type QueueEntry } from './queue-entry.ts';

export interface QueueCounts {
  total: number;
  done: number;
  failed: number;
  unfinished: number;
}

/** How many there are; those that were cancelled do not count. */
export function countEntries(entries: readonly QueueEntry[]): QueueCounts {
  const count = (is: (entry: QueueEntry) => boolean) => entries.filter(is).length;
  return {
    total: count(({ state }) => state !== 'cancelled'),
    done: count(({ state }) => state === 'done'),
    failed: count(({ state }) => state === 'failed'),
    unfinished: count(isUnfinished),
  };
}
