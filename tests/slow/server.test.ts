import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { getHealth } from '#contract/health.ts';
import { Client } from '#tests/support/client.ts';
import { postmasterOf } from '#tests/support/embedded-database.ts';
import { wavOf, wavRecording } from '#tests/support/recordings.ts';
import { runServer, startServer, temporaryFolder } from '#tests/support/server.ts';
import { silence } from '#tests/support/speak.ts';

/** Runs a server that is to give up by itself; it has ended when the test has. */
function runRefused(...[dataDir, env]: Parameters<typeof runServer>) {
  const server = runServer(dataDir, env);
  onTestFinished(async () => void (await server.end('SIGTERM')));
  return server;
}

/** 0 for a file that is gone by now. */
const modeOf = (path: string) =>
  stat(path).then(
    ({ mode }) => mode,
    () => 0,
  );

it('refuses a second start on the same folder, and a taken port, with one line each', async () => {
  const dataDir = await temporaryFolder();
  await startServer(dataDir);
  const second = runRefused(dataDir);
  expect((await second.exit)[0]).toBe(78);
  expect(second.output().trim()).toBe(
    `Tapescript is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const folder = await temporaryFolder();
  const third = runRefused(folder, { PORT: String(port) });
  await third.exit;
  // Its database has ended before it.
  expect(existsSync(join(folder, 'db/PG_VERSION'))).toBe(true);
  expect(existsSync(join(folder, 'db/postmaster.pid'))).toBe(false);
  expect(third.output().trim().split('\n').at(-1)).toMatch(
    /^Cannot listen on HOST and PORT as set: the address is already in use\./,
  );
  other.close();
});

it('keeps what it writes unreadable for other users of the machine, even in a folder that they can enter', async () => {
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
