import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDiskStore } from './disk.ts';
import { describeStore } from './store.compliance.ts';

const folders: string[] = [];
const freshFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-store-'));
  folders.push(folder);
  return folder;
};

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

describe('disk store', () => {
  describeStore(async () => openDiskStore(await freshFolder()));

  it('sweeps the remains of a killed write, but no file that is still being written', async () => {
    const root = await freshFolder();
    await mkdir(join(root, '.incoming'));
    await writeFile(join(root, '.incoming/old'), 'x');
    await writeFile(join(root, '.incoming/new'), 'x');
    await utimes(join(root, '.incoming/old'), new Date(0), new Date(0));
    await openDiskStore(root).sweep(new Date(Date.now() - 60_000));
    expect(await readdir(join(root, '.incoming'))).toEqual(['new']);
  });
});
