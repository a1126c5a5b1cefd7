import { countEntries } from './queue-counts.ts';
import { isUnfinished, type QueueEntry } from './queue-entry.ts';
import type { Hold } from './queue-parts.ts';
import { choicesOf } from './same-file.ts';

/** '3 of 12 uploaded, paused'; empty when nothing is left to be sent. */
export function queueText(entries: readonly QueueEntry[], hold: Hold | null): string {
  if (!entries.some(isUnfinished)) return '';
  return [progressText(entries), choicesText(choicesOf(entries).length), holdText(hold)]
    .filter((part) => part !== '')
    .join(', ');
}

/** '3 of 12 uploaded, 1 failed'. */
export function progressText(entries: readonly QueueEntry[]): string {
  const { done, total, failed } = countEntries(entries);
  const uploaded = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} uploaded`;
  return failed > 0 ? `${uploaded}, ${failed.toLocaleString('en')} failed` : uploaded;
}

function choicesText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 waits for your choice' : `${count.toLocaleString('en')} wait for your choice`;
}

function holdText(hold: Hold | null): string {
  if (hold === null) return '';
  return { start: 'not started yet', paused: 'paused', trouble: 'waiting' }[hold.kind];
}
