import { createHash } from 'node:crypto';
import { appendFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { temporaryFolder } from '#tests/support/server.ts';
import { FileChanged, openLocalFile } from './local-file.ts';

const GOING = { maxBytes: MAX_UPLOAD_BYTES, signal: new AbortController().signal };

async function withFile(text = 'a recording') {
  const path = join(await temporaryFolder(), 'talk.mp3');
  await writeFile(path, text);
  // Long ago: a file system may give two writes within milliseconds the same time.
  await utimes(path, 1000, 1000);
  return path;
}

it('knows the content of a file', async () => {
  const file = await openLocalFile(await withFile(), GOING);
  expect(file).toMatchObject({
    name: 'talk.mp3',
    contentHash: createHash('sha256').update('a recording').digest('hex'),
  });
  expect(await file.bytes.slice(2).text()).toBe('recording');
  await file.checkUnchanged();
});

it.each<[string, (path: string) => Promise<void>]>([
  ['grows', (path) => appendFile(path, ' that goes on')],
  ['is written again with the same length', (path) => writeFile(path, 'A RECORDING')],
  ['is deleted', (path) => rm(path)],
])('notices that a file %s, and reads nothing of it any more', async (_, change) => {
  const path = await withFile();
  const file = await openLocalFile(path, GOING);
  await change(path);
  await expect(file.bytes.text()).rejects.toThrow();
  await expect(file.checkUnchanged()).rejects.toThrow(FileChanged);
});

it('reads nothing of a file that is larger than any upload', async () => {
  const path = await withFile();
  await truncate(path, MAX_UPLOAD_BYTES + 1);
  await expect(openLocalFile(path, GOING)).rejects.toThrow('File size exceeds 500MB limit.');
});

it('stops reading when it is told to', async () => {
  await expect(
    openLocalFile(await withFile(), { ...GOING, signal: AbortSignal.abort(new Error('interrupted')) }),
  ).rejects.toThrow('interrupted');
});
