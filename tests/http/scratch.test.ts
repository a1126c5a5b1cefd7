import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getTranscript } from '#contract/transcripts.ts';
import { testApp } from '#tests/support/app.ts';
import { encoded, wavOf, wavRecording } from '#tests/support/recordings.ts';

const MB = 1_000_000;
/** Two minutes of silence are 7.7 MB when they are decoded; as FLAC they are small. */
const LONG_MS = 120_000;

const longSilence = async () => encoded(await wavOf(new Float32Array(16 * LONG_MS)), 'flac');

async function withDisk(disk: { totalBytes: number; freeBytes: number }) {
  const test = await testApp({ workers: true, hasty: true, readScratchDisk: async () => disk });
  const [ann, ben] = [await test.person('Ann'), await test.person('Ben')];
  const folders = () => readdir(join(test.deps.config.dataDir, 'work'));
  return { ...test, ann, ben, folders };
}

it('does not decode a recording for which there is no room, and does the others meanwhile', async () => {
  const disk = { totalBytes: 100 * MB, freeBytes: 15 * MB };
  const { ann, ben, folders } = await withDisk(disk);
  const hers = await ann.upload(await longSilence(), { filename: 'long.flac', contentType: 'audio/flac' });
  const view = () => ann.call(getTranscript, { params: { id: hers } });
  // Where it was 'reading' before.
  await expect.poll(async () => (await view()).stage).toBe('waiting');
  const his = await ben.upload(await wavRecording(3000));
  expect(await ben.settled(his)).toMatchObject({ status: 'completed' });
  expect(await view()).toMatchObject({ status: 'processing' });
  disk.freeBytes = 60 * MB;
  expect(await ann.settled(hers)).toMatchObject({ status: 'completed' });
  await expect.poll(folders).toEqual([]);
});

it('stops a recording that turns out to be longer than it says before the disk is full', async () => {
  const disk = { totalBytes: 100 * MB, freeBytes: 16 * MB };
  const { ann, ben, folders } = await withDisk(disk);
  const flac = await longSilence();
  // The number of samples in FLAC's header, 36 bits: 16,000, which is a second.
  flac.writeUInt8(flac.readUInt8(21) & 0xf0, 21);
  flac.writeUInt32BE(16_000, 22);
  const hers = await ann.upload(flac, { filename: 'long.flac', contentType: 'audio/flac' });
  const view = () => ann.call(getTranscript, { params: { id: hers } });
  await expect.poll(async () => (await view()).stage).toBe('waiting');
  await expect.poll(folders).toEqual([]);
  const his = await ben.upload(await wavRecording(3000));
  expect(await ben.settled(his)).toMatchObject({ status: 'completed' });
});

it('refuses a recording that this disk can never hold, with the reason', async () => {
  const { ann, folders } = await withDisk({ totalBytes: 5 * MB, freeBytes: 5 * MB });
  const hers = await ann.upload(await longSilence(), { filename: 'long.flac', contentType: 'audio/flac' });
  expect(await ann.settled(hers)).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringContaining('disk of this server is too small'),
  });
  expect(await folders()).toEqual([]);
});
