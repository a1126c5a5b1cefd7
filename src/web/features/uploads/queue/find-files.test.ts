import { expect, it } from 'vitest';
import type { Found } from './admit.ts';
import { type DroppedItem, findChosen, findDropped } from './find-files.ts';

const unreadable = () => Promise.reject(new DOMException('', 'NotReadableError'));

/** Handles as Chromium gives them; null for what it cannot read. */
type Tree = { [name: string]: Tree | 'file' | null };

function folderHandle(name: string, tree: Tree | null): FileSystemDirectoryHandle {
  async function* values(): AsyncGenerator<unknown> {
    if (tree === null) return yield await unreadable();
    for (const [child, below] of Object.entries(tree)) {
      const isFile = below === 'file' || child.endsWith('.wav');
      const getFile = below === null ? unreadable : async () => new File(['x'], child);
      yield isFile ? { kind: 'file', name: child, getFile } : folderHandle(child, below);
    }
  }
  // Only what the walk uses.
  return { kind: 'directory', name, values } as unknown as FileSystemDirectoryHandle;
}

/** What the browsers without handles give. */
function folderEntry(fullPath: string, tree: Tree | null): FileSystemDirectoryEntry {
  const children = Object.entries(tree ?? {}).map(([name, below]) => {
    if (below !== 'file' && !name.endsWith('.wav'))
      return Object.assign(folderEntry(`${fullPath}/${name}`, below), { name });
    const file = (resolve: (file: File) => void, reject: (error: unknown) => void) =>
      below === null ? reject(new DOMException('', 'NotFoundError')) : resolve(new File(['x'], name));
    return { isDirectory: false, name, file };
  });
  const parts = [children, []];
  const readEntries = (resolve: (some: unknown) => void, reject: (error: unknown) => void) =>
    tree === null ? reject(new DOMException('', 'NotReadableError')) : resolve(parts.shift());
  // Only what the walk uses.
  return {
    isDirectory: true,
    fullPath,
    createReader: () => ({ readEntries }),
  } as unknown as FileSystemDirectoryEntry;
}

async function namesOf(all: AsyncIterable<Found>): Promise<string[]> {
  const names: string[] = [];
  for await (const found of all)
    names.push(typeof found === 'string' ? found : `${found.folder}/${found.file.name}`);
  return names;
}

const card: Tree = {
  'System Volume Information': null,
  'a.wav': 'file',
  'dangling.wav': null,
  takes: { 'b.wav': 'file' },
};
const nothing = { file: null, entry: null, handle: Promise.resolve(null) };

it.each<[string, DroppedItem]>([
  ['with handles', { ...nothing, handle: Promise.resolve(folderHandle('card', card)) }],
  ['without handles', { ...nothing, entry: folderEntry('/card', card) }],
])('takes all that can be read of a folder, %s', async (_, item) => {
  const names = await namesOf(findDropped([item]));
  expect(names.toSorted()).toEqual(['card/a.wav', 'card/takes/b.wav', 'unreadable', 'unreadable']);
});

it('says that it has not looked at everything', async () => {
  // Node's File does not know from which folder it was chosen.
  const file = Object.assign(new File([], 'a.wav'), { webkitRelativePath: '' });
  const names = await namesOf(findChosen(Array.from({ length: 20_001 }, () => file)));
  expect(names).toHaveLength(20_001);
  expect(names.at(-1)).toBe('cut');
});
