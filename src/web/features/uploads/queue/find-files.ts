import type { Found } from './admit.ts';
import type { AskableHandle } from './file-source.ts';
import { isHidden } from './hidden-files.ts';

/** One thing that was dropped: a file or a folder. */
export interface DroppedItem {
  /** Null for a folder. */
  file: File | null;
  entry: FileSystemEntry | null;
  handle: Promise<AskableHandle | null>;
}

/** Not in TypeScript's library: only some browsers have it. */
type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<AskableHandle | null> };

/** How many files are looked at in one go, in case somebody drops a whole disk. */
const MOST_LOOKED_AT = 20_000;

/** What is being dropped. Must be called while the event is handled: afterwards, the browser has forgotten it. */
export function droppedItems({ items }: DataTransfer): DroppedItem[] {
  return [...items].flatMap((item: HandleItem) => {
    if (item.kind !== 'file') return [];
    const entry = item.webkitGetAsEntry();
    // Browsers that give no handle, or none here, still give the file.
    const handle = item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null);
    return { file: entry?.isDirectory ? null : item.getAsFile(), entry, handle };
  });
}

/** All files of what was dropped, folders from A to Z. */
export async function* findDropped(items: readonly DroppedItem[]): AsyncGenerator<Found> {
  let left = MOST_LOOKED_AT;
  for (const item of items) {
    for await (const found of findIn(item)) {
      if (left === 0) return yield 'cut';
      left -= 1;
      yield found;
    }
  }
}

async function* findIn({ file, entry, handle }: DroppedItem): AsyncGenerator<Found> {
  const root = await handle;
  if (root?.kind === 'directory') yield* walkHandle(root, root, []);
  else if (file) yield { file, folder: '', source: root && { root, path: [] } };
  else if (entry?.isDirectory) yield* walkEntry(entry as FileSystemDirectoryEntry);
}

async function* walkHandle(
  root: AskableHandle,
  folder: FileSystemDirectoryHandle,
  path: readonly string[],
): AsyncGenerator<Found> {
  const children = await unlessUnreadable(() => childHandles(folder));
  if (children === 'unreadable') return yield children;
  for (const child of byName(children)) {
    const below = [...path, child.name];
    if (isHidden(child.name)) yield 'hidden';
    else if (child.kind === 'directory') yield* walkHandle(root, child, below);
    else {
      const file = await unlessUnreadable(() => child.getFile());
      const names = [root.name, ...path].join('/');
      yield file === 'unreadable' ? file : { file, folder: names, source: { root, path: below } };
    }
  }
}

async function childHandles(folder: FileSystemDirectoryHandle): Promise<AskableHandle[]> {
  const children: AskableHandle[] = [];
  for await (const child of folder.values()) children.push(child);
  return children;
}

/** Disks have folders that only the system may read, and links that lead nowhere: they must not keep the other files out. */
async function unlessUnreadable<Result>(read: () => Promise<Result>): Promise<Result | 'unreadable'> {
  try {
    return await read();
  } catch {
    return 'unreadable';
  }
}

async function* walkEntry(folder: FileSystemDirectoryEntry): AsyncGenerator<Found> {
  const children = await unlessUnreadable(() => childrenOf(folder));
  if (children === 'unreadable') return yield children;
  for (const child of byName(children)) {
    if (isHidden(child.name)) yield 'hidden';
    else if (child.isDirectory) yield* walkEntry(child as FileSystemDirectoryEntry);
    else {
      const reading = () =>
        new Promise<File>((resolve, reject) => (child as FileSystemFileEntry).file(resolve, reject));
      const file = await unlessUnreadable(reading);
      const names = folder.fullPath.replace(/^\//, '');
      yield file === 'unreadable' ? file : { file, folder: names, source: null };
    }
  }
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  while (true) {
    // A reader gives a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return children;
    children.push(...some);
  }
}

/** Files from a file dialog; those of a chosen folder know their path. */
export async function* findChosen(files: Iterable<File>): AsyncGenerator<Found> {
  let left = MOST_LOOKED_AT;
  for (const file of files) {
    if (left === 0) return yield 'cut';
    left -= 1;
    const folders = file.webkitRelativePath.split('/').slice(0, -1);
    if (folders.some(isHidden)) yield 'hidden';
    else yield { file, folder: folders.join('/'), source: null };
  }
}

function byName<Named extends { name: string }>(all: readonly Named[]): Named[] {
  return all.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}
