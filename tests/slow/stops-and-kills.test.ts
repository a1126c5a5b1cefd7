import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listTranscripts, type TranscriptListItem } from '#contract/transcripts.ts';
import { authorizeUpload, processUpload } from '#contract/uploads.ts';
import { Client } from '#tests/support/client.ts';
import { committeeTalk, expectWholeText } from '#tests/support/committee-talk.ts';
import { postmasterOf } from '#tests/support/embedded-database.ts';
import { isAlive } from '#tests/support/processes.ts';
import { wavOf } from '#tests/support/recordings.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';
import { silence } from '#tests/support/speak.ts';

const listOf = async (client: Client) => (await client.call(listTranscripts, {})) as TranscriptListItem[];

it('goes on with a running transcription after a clean stop, and leaves no process behind', async () => {
  const dataDir = await temporaryFolder();
  const first = await startServer(dataDir);
  const ann = await Client.signUp(first.url);
  const id = await ann.upload(await committeeTalk(16));
  await ann.until(id, ({ timestampedTranscript }) => timestampedTranscript.length > 0);
  const postmaster = await postmasterOf(dataDir);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(isAlive(postmaster)).toBe(false);
  const second = await startServer(dataDir);
  ann.url = second.url;
  const done = await ann.until(id, ({ status }) => status !== 'processing');
  expect(done.status).toBe('completed');
  expectWholeText(done.timestampedTranscript, 16);
});

it('keeps nothing of an upload that a kill cut off, and takes it again', async () => {
  const dataDir = await temporaryFolder();
  const first = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
  const ann = await Client.signUp(first.url);
  const file = await wavOf(silence(60_000));
  const asked = { body: { filename: 'a.wav', filesize: file.length, contentType: 'audio/wav' } };
  const { uploadUrl, uploadId } = await ann.call(authorizeUpload, asked);
  const half = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(file.subarray(0, 100_000))),
  });
  const cutOff = fetch(uploadUrl, { method: 'PUT', body: half, duplex: 'half' } as RequestInit).catch(
    () => 'lost',
  );
  await expect.poll(() => readdir(join(dataDir, 'media/.incoming')).catch(() => [])).toHaveLength(1);
  await first.end('SIGKILL');
  expect(await cutOff).toBe('lost');
  const second = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
  ann.url = second.url;
  await expect(ann.call(processUpload, { body: { uploadId } })).rejects.toThrow('409');
  const again = new URL(uploadUrl);
  again.port = new URL(second.url).port;
  expect((await fetch(again, { method: 'PUT', body: new Uint8Array(file) })).status).toBe(204);
  const { id } = await ann.call(processUpload, { body: { uploadId } });
  expect((await ann.until(id, ({ status }) => status !== 'processing')).status).toBe('completed');
});

it('makes one transcript of an upload whose answer a kill swallowed', async () => {
  const dataDir = await temporaryFolder();
  const env = { SPEECH_ENGINE: 'fake' };
  let server = await startServer(dataDir, env);
  const ann = await Client.signUp(server.url);
  const file = await wavOf(silence(2000));
  for (let round = 1; round <= 4; round += 1) {
    const uploadId = await ann.send(file, `${round}.wav`);
    const lost = ann.call(processUpload, { body: { uploadId } }).catch(() => undefined);
    // A moment that differs each time, from before the request's arrival to after its answer.
    await new Promise((resolve) => setTimeout(resolve, 3 * round));
    await server.end('SIGKILL');
    await lost;
    server = await startServer(dataDir, env);
    ann.url = server.url;
    const { id } = await ann.call(processUpload, { body: { uploadId } });
    expect((await ann.until(id, ({ status }) => status !== 'processing')).status).toBe('completed');
    expect(await listOf(ann)).toHaveLength(round);
  }
});

it.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
  'stops its database on %s, even when nobody reads its output any more',
  async (signal) => {
    const dataDir = await temporaryFolder();
    const server = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
    const postmaster = await postmasterOf(dataDir);
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    expect(await server.end(signal)).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
  },
);

it('goes on after kill -9 in the middle of real recognition: completed once, nothing twice, nothing left behind', async () => {
  const dataDir = await temporaryFolder();
  const first = await startServer(dataDir);
  const ann = await Client.signUp(first.url);
  const id = await ann.upload(await committeeTalk(16));
  await ann.until(id, ({ timestampedTranscript }) => timestampedTranscript.length > 0);
  await first.end('SIGKILL');
  const second = await startServer(dataDir);
  ann.url = second.url;
  const resumed = await ann.until(id, ({ timestampedTranscript }) => timestampedTranscript.length > 0);
  expect(resumed.timestampedTranscript.length).toBeGreaterThan(0);
  const done = await ann.until(id, ({ status }) => status !== 'processing');
  expect(done.status).toBe('completed');
  expectWholeText(done.timestampedTranscript, 16);
  expect(await listOf(ann)).toHaveLength(1);
  await expect.poll(() => readdir(join(dataDir, 'work'))).toEqual([]);
});
