import { once } from 'node:events';
import { chmod, readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getHealth } from '#contract/health.ts';
import { listTranscripts, type TranscriptListItem } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { postmasterOf } from '#tests/support/embedded-database.ts';
import { isAlive } from '#tests/support/processes.ts';
import { wavOf, wavRecording } from '#tests/support/recordings.ts';
import { runServer, startServer, temporaryFolder } from '#tests/support/server.ts';
import { silence } from '#tests/support/speak.ts';

/** 0 for what has gone meanwhile. */
const modeOf = (path: string) =>
  stat(path).then(
    ({ mode }) => mode,
    () => 0,
  );

const listOf = async (client: Client) => (await client.call(listTranscripts, {})) as TranscriptListItem[];

it.each([
  [{ PORT: 'abc' }, 'Setting PORT: "abc" cannot be used; expected a port from 0 to 65535.'],
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

it.each(['SIGTERM'] as const)(
  'stops its database on %s, also when nobody reads its output any more',
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

it('goes on after kill -9 in the middle of a transcription: completed once, nothing twice, nothing left behind', async () => {
  const dataDir = await temporaryFolder();
  const env = { SPEECH_ENGINE: 'fake', FAKE_SPEECH_MS: '300' };
  const first = await startServer(dataDir, env);
  const ann = await Client.signUp(first.url);
  const id = await ann.upload(await wavRecording(150_000));
  await ann.until(id, ({ timestampedTranscript }) => timestampedTranscript.length > 0);
  await first.end('SIGKILL');
  const second = await startServer(dataDir, env);
  ann.url = second.url;
  const resumed = await ann.until(id, ({ timestampedTranscript }) => timestampedTranscript.length > 0);
  expect(resumed.timestampedTranscript.length).toBeGreaterThan(0);
  const done = await ann.until(id, ({ status }) => status !== 'processing');
  expect(done.status).toBe('completed');
  expect(done.duration).toBe(150);
  const starts = done.timestampedTranscript.map(({ start }) => start);
  expect(starts).toEqual([...new Set(starts)].sort((one, other) => one - other));
  expect(await listOf(ann)).toHaveLength(1);
  await expect.poll(() => readdir(join(dataDir, 'work'))).toEqual([]);
});

it('ends with an error when its database is killed, and the next start has everything', async () => {
  const dataDir = await temporaryFolder();
  const first = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
  const ann = await Client.signUp(first.url);
  const id = await ann.upload(await wavOf(silence(2000)));
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  const [code] = await once(first.child, 'exit');
  expect(code).toBe(1);
  const second = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
  ann.url = second.url;
  expect(await ann.call(getHealth, {})).toMatchObject({ status: 'ok' });
  expect((await ann.until(id, ({ status }) => status !== 'processing')).status).toBe('completed');
});

it('its database ends with a server that is killed', async () => {
  const dataDir = await temporaryFolder();
  const server = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
  const postmaster = await postmasterOf(dataDir);
  expect(await server.end('SIGKILL')).toBeNull();
  await expect.poll(() => isAlive(postmaster)).toBe(false);
});
