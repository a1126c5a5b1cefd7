import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encoded, wavRecording } from '#tests/support/recordings.ts';
import { DiskFull } from '../disk-full.ts';
import { refuseCutOff } from './whole-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapescript-whole-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('distinguishes an MP4 that a full disk has cut off from a complete one, wherever the cut is', async () => {
  const bytes = await encoded(await wavRecording(3000), 'mp4');
  const path = join(folder, 'a.mp4');
  await writeFile(path, bytes);
  await refuseCutOff(path);
  for (const left of [bytes.length - 1, Math.floor(bytes.length / 2), 100, 7, 0]) {
    await truncate(path, left);
    await expect(refuseCutOff(path)).rejects.toBeInstanceOf(DiskFull);
  }
});
