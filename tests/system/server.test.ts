import { once } from 'node:events';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getHealth } from '#contract/health.ts';
import { listTranscripts, type TranscriptListItem } from '#contract/transcripts.ts';
import { authorizeUpload, processUpload } from '#contract/uploads.ts';
import { Client } from '#tests/support/client.ts';
import { isAlive } from '#tests/support/processes.ts';
import { wavOf, wavRecording } from '#tests/support/recordings.ts';
import { runServer, startServer, temporaryFolder } from '#tests/support/server.ts';
import { joinSounds, silence, speak } from '#tests/support/speak.ts';

const SENTENCES =
  'The committee met on Tuesday morning. Nobody had read the long report. We will talk about money next week.';

/** Some minutes of real speech: enough work to be cut off in the middle. */
async function longTalk(times: number): Promise<Buffer> {
  const sentences = await speak(SENTENCES);
  return wavOf(joinSounds(...Array.from({ length: times }, () => joinSounds(sentences, silence(1500)))));
}

/** 0 for what has gone meanwhile. */
const modeOf = (path: string) =>
  stat(path).then(
    ({ mode }) => mode,
    () => 0,
  );

const listOf = async (client: Client) => (await client.call(listTranscripts, {})) as TranscriptListItem[];

it.each([
  [{ PORT: 'abc' }, 'Setting PORT: "abc" cannot be used; expected a port from 0 to 65535.'],
  [{ ROLE: 'both' }, 'Setting ROLE: "both" cannot be used; expected all, web or worker.'],
  [{ SECRET: 'short' }, 'Setting SECRET: the given value cannot be used; expected at least 32 characters.'],
  [
    { S3_BUCKET: 'Not/a/bucket' },
    'Setting S3_BUCKET: "Not/a/bucket" cannot be used; expected the name of a bucket.',
  ],
  [
    { S3_BUCKET: 'tapes', S3_ACCESS_KEY_ID: 'key' },
    'Setting S3_BUCKET is given without S3_SECRET_ACCESS_KEY: recordings are kept by S3 with S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, or on the local disk with none of them.',
  ],
  [
    { DATABASE_URL: 'mysql://u:secret@h/d' },
    'Setting DATABASE_URL: the given value cannot be used; expected a postgres:// address.',
  ],
])('stops on the setting %j with one line', async (env, line) => {
  const server = runServer(await temporaryFolder(), env);
  await expect(server.ready).rejects.toThrow(line);
  expect(server.output().trim()).toBe(line);
  expect(server.child.exitCode).toBe(78);
});

it('refuses a second start on the same folder, and a taken port, with one line each', async () => {
  const dataDir = await temporaryFolder();
  await startServer(dataDir);
  const second = runServer(dataDir);
  expect((await second.exit)[0]).toBe(78);
  expect(second.output().trim()).toBe(
    `Tapescript is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const third = runServer(await temporaryFolder(), { PORT: String(port) });
  await third.exit;
  expect(third.output().trim().split('\n').at(-1)).toMatch(
    /^Cannot listen on HOST and PORT as set: the address is already in use\./,
  );
  other.close();
});

it('goes on with a running transcription after a clean stop, and leaves no process behind', async () => {
  const dataDir = await temporaryFolder();
  const first = await startServer(dataDir);
  const ann = await Client.signUp(first.url);
  const id = await ann.upload(await longTalk(16));
  await ann.until(id, ({ timestampedTranscript }) => timestampedTranscript.length > 0);
  const postmaster = Number((await readFile(join(dataDir, 'db/postmaster.pid'), 'utf8')).split('\n')[0]);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(isAlive(postmaster)).toBe(false);
  const second = await startServer(dataDir);
  ann.url = second.url;
  const done = await ann.until(id, ({ status }) => status !== 'processing');
  expect(done.status).toBe('completed');
  expectWholeText(done.timestampedTranscript, 16);
});

it('keeps what it writes from other users of the machine, also in a folder that they can enter', async () => {
  const dataDir = await temporaryFolder();
  await chmod(dataDir, 0o755);
  const server = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
  const ann = await Client.signUp(server.url);
  const id = await ann.upload(await wavRecording(2000));
  await ann.until(id, ({ status }) => status === 'completed');
  await expect.poll(() => readdir(join(dataDir, 'work'))).toEqual([]);
  const entries = await readdir(dataDir, { recursive: true });
  const modes = await Promise.all(entries.map(async (name) => [name, await modeOf(join(dataDir, name))]));
  expect(modes.filter(([, mode]) => (Number(mode) & 0o077) !== 0)).toEqual([]);
  expect(entries).toEqual(expect.arrayContaining(['secret', 'run', 'db/base', 'media/uploads']));
});

it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  'stops its database on %s, also when nobody reads its output any more',
  async (signal) => {
    const dataDir = await temporaryFolder();
    const server = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
    const postmaster = Number((await readFile(join(dataDir, 'db/postmaster.pid'), 'utf8')).split('\n')[0]);
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    expect(await server.end(signal)).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
  },
);

it('goes on after kill -9 in the middle of a transcription: completed once, nothing twice, nothing left behind', async () => {
  const dataDir = await temporaryFolder();
  const first = await startServer(dataDir);
  const ann = await Client.signUp(first.url);
  const id = await ann.upload(await longTalk(16));
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

function expectWholeText(segments: { start: number; text: string }[], times: number): void {
  const starts = segments.map(({ start }) => start);
  expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
  const tuesdays =
    segments
      .map(({ text }) => text)
      .join(' ')
      .match(/tuesday/gi)?.length ?? 0;
  expect(tuesdays).toBe(times);
}

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

it('ends with an error when its database is killed, and the next start has everything', async () => {
  const dataDir = await temporaryFolder();
  const first = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
  const ann = await Client.signUp(first.url);
  const id = await ann.upload(await wavOf(silence(2000)));
  process.kill(
    Number((await readFile(join(dataDir, 'db/postmaster.pid'), 'utf8')).split('\n')[0]),
    'SIGKILL',
  );
  const [code] = await once(first.child, 'exit');
  expect(code).toBe(1);
  const second = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
  ann.url = second.url;
  expect(await ann.call(getHealth, {})).toMatchObject({ status: 'ok' });
  expect((await ann.until(id, ({ status }) => status !== 'processing')).status).toBe('completed');
});
