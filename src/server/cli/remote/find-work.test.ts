import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/server.ts';
import { UsageError } from '../command-line.ts';
import { findWork } from './find-work.ts';

async function withFiles(...names: string[]) {
  const folder = await temporaryFolder();
  for (const name of names) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), 'sound');
  }
  const at = (name: string) => join(folder, name);
  return { folder, at };
}

const TEXT = { out: undefined, format: 'txt' } as const;

it('writes one file to standard output or to the named file', async () => {
  const { at } = await withFiles('a.wav');
  const path = at('a.wav');
  expect(await findWork({ ...TEXT, paths: [path] })).toEqual({
    works: [{ path, out: undefined }],
    isSeveral: false,
  });
  const { works } = await findWork({ ...TEXT, paths: [path], out: 'b.txt' });
  expect(works).toEqual([{ path, out: 'b.txt' }]);
});

it('finds the recordings of a folder in order, without links, hidden, empty and other files', async () => {
  const { folder, at } = await withFiles('b.mp3', 'more/a.wav', '.hidden.wav', 'notes.txt', '.git/c.wav');
  await writeFile(at('empty.wav'), '');
  await symlink(at('b.mp3'), at('link.mp3'));
  expect(await findWork({ ...TEXT, format: 'srt', paths: [folder] })).toEqual({
    works: [
      { path: at('b.mp3'), out: at('b.srt') },
      { path: at('more/a.wav'), out: at('more/a.srt') },
    ],
    isSeveral: true,
  });
});

it('writes the texts of a folder into another one with the same folders below it', async () => {
  const { folder, at } = await withFiles('in/talk.wav', 'in/2024/talk.wav', 'other/solo.wav');
  const out = at('out');
  const { works } = await findWork({ ...TEXT, paths: [at('in'), at('other/solo.wav')], out });
  expect(works.map((work) => work.out)).toEqual([
    join(folder, 'out/2024/talk.txt'),
    join(folder, 'out/talk.txt'),
    join(folder, 'out/solo.txt'),
  ]);
});

it('takes a file that was named twice once', async () => {
  const { folder, at } = await withFiles('a.wav', 'b.wav');
  const { works } = await findWork({ ...TEXT, paths: [at('a.wav'), folder, at('a.wav')] });
  expect(works.map(({ path }) => path)).toEqual([at('a.wav'), at('b.wav')]);
});

it('refuses what is not there, what is empty, and places that cannot take several texts', async () => {
  const { folder, at } = await withFiles('a.wav', 'a.mp3', 'empty/notes.txt');
  const refused = async (wanted: Parameters<typeof findWork>[0], words: string) => {
    await expect(findWork(wanted)).rejects.toThrow(UsageError);
    await expect(findWork(wanted)).rejects.toThrow(words);
  };
  await refused({ ...TEXT, paths: [at('none.wav')] }, 'There is no file');
  await refused({ ...TEXT, paths: ['/dev/null'] }, 'is not a file');
  await refused({ ...TEXT, paths: [at('empty')] }, 'There are no recordings');
  await refused({ ...TEXT, paths: [folder] }, `would both be ${at('a.txt')}`);
  await refused({ ...TEXT, paths: [at('a.wav'), at('a.mp3')], out: at('a.wav') }, 'need a folder');
});
