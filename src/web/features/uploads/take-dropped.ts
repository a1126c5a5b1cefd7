import { checkFile } from './check-file.ts';
import { offerDropped } from './dropped-file.ts';
import { type DroppedItem, findDropped } from './queue/find-files.ts';
import { addToQueue } from './queue/page-queue.ts';

/**
 * Takes what was dropped anywhere on this site: one file is selected in the upload tab, several, or a folder, go into the queue of
 * the person who is signed in. Returns why a single file cannot be taken, or null.
 */
export function takeDropped(items: readonly DroppedItem[]): string | null {
  const [item] = items;
  if (item?.file && items.length === 1) return takeOne(item.file);
  void addToQueue(findDropped(items));
  offerDropped('queue');
  return null;
}

function takeOne(file: File): string | null {
  const problem = checkFile(file);
  if (problem === null) offerDropped(file);
  return problem;
}
