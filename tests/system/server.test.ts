import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listTranscripts, type TranscriptListItem } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { postmasterOf } from '#tests/support/embedded-database.ts';
import { isAlive } from '#tests/support/processes.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { runServer, startServer, temporaryFolder } from '#tests/support/server.ts';

const listOf = async (client: Client) => (await client.call(listTranscripts, {})) as TranscriptListItem[];

it('stops on a setting that cannot be used with one line', async () => {
  const server = runServer(await temporaryFolder(), { DATABASE_URL: 'mysql://u:secret@h/d' });
  const line = 'Setting DATABASE_URL: the given value cannot be used; expected a postgres:// address.';
  await expect(server.ready).rejects.toThrow(line);
  expect(server.output().trim()).toBe(line);
  expect(server.child.exitCode).toBe(78);
});

it('resumes after kill -9 in the middle of a transcription: completed once, nothing twice, nothing left behind by the kill or a clean stop', async () => {
  const dataDir = await temporaryFolder();
  const env = { SPEECH_ENGINE: 'fake', FAKE_SPEECH_MS: '300' };
  const first = await startServer(dataDir, env);
  const ann = await Client.signUp(first.url);
  const id = await ann.upload(await wavRecording(90_000));
  await ann.until(id, ({ timestampedTranscript }) => timestampedTranscript.length > 0);
  const orphan = await postmasterOf(dataDir);
  expect(await first.end('SIGKILL')).toBeNull();
  await expect.poll(() => isAlive(orphan)).toBe(false);

  const second = await startServer(dataDir, env);
  ann.url = second.url;
  const resumed = await ann.until(id, ({ timestampedTranscript }) => timestampedTranscript.length > 0);
  expect(resumed.timestampedTranscript.length).toBeGreaterThan(0);
  const done = await ann.until(id, ({ status }) => status !== 'processing');
  expect(done.status).toBe('completed');
  expect(done.duration).toBe(90);
  const starts = done.timestampedTranscript.map(({ start }) => start);
  expect(starts).toEqual([...new Set(starts)].sort((one, other) => one - other));
  expect(await listOf(ann)).toHaveLength(1);
  await expect.poll(() => readdir(join(dataDir, 'work'))).toEqual([]);

  const postmaster = await postmasterOf(dataDir);
  expect(await second.end('SIGTERM')).toBe(0);
  expect(isAlive(postmaster)).toBe(false);
});
