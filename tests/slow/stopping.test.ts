import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { getHealth } from '#contract/health.ts';
import { listTranscripts } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { hasOtherPostgres, startOtherPostgres } from '#tests/support/other-postgres.ts';
import { isAlive } from '#tests/support/processes.ts';
import { ROOT, startServer, temporaryFolder } from '#tests/support/server.ts';

const SECRET = 'the same on every node, and long enough';
const postmasterOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'db/postmaster.pid'), 'utf8')).split('\n')[0]);

it.runIf(hasOtherPostgres).each([
  ['web', 'somebody reads its output'],
  ['web', 'nobody reads its output'],
  ['all', 'nobody reads its output'],
])('a node of ROLE=%s ends when its database goes at the same moment, while %s', async (role, output) => {
  const database = await startOtherPostgres(await temporaryFolder(), { fsync: 'off' });
  onTestFinished(() => database.stop());
  const env = { ROLE: role, SPEECH_ENGINE: 'fake', SECRET, DATABASE_URL: database.url(), DRAIN_SECONDS: '1' };
  for (let round = 0; round < 3; round += 1) {
    const server = await startServer(await temporaryFolder(), env);
    const ann = await Client.signUp(server.url);
    const asked = Promise.allSettled(Array.from({ length: 20 }, () => ann.call(listTranscripts, {})));
    if (output === 'nobody reads its output') {
      server.child.stdout?.destroy();
      server.child.stderr?.destroy();
    }
    const began = performance.now();
    const ended = server.end('SIGTERM');
    await Promise.all([database.stop('SIGINT'), asked]);
    expect([0, 1]).toContain(await ended);
    expect(performance.now() - began).toBeLessThan(21_000);
    expect(server.output()).not.toContain('Node.js v');
    await database.start();
  }
});

it.runIf(hasOtherPostgres)(
  'a node that is stuck is ended within DRAIN_SECONDS and 20 s, with a line',
  async () => {
    const database = await startOtherPostgres(await temporaryFolder(), { fsync: 'off' });
    onTestFinished(() => database.stop());
    const stuck = `data:text/javascript,${encodeURIComponent(
      "process.on('SIGTERM', () => setImmediate(() => { for (;;); }))",
    )}`;
    const env = {
      ROLE: 'web',
      SECRET,
      DATABASE_URL: database.url(),
      DRAIN_SECONDS: '1',
      NODE_OPTIONS: `--import ${stuck}`,
    };
    const server = await startServer(await temporaryFolder(), env);
    const began = performance.now();
    // By SIGKILL: it can do nothing about it any more.
    expect(await server.end('SIGTERM')).toBeNull();
    expect(performance.now() - began).toBeLessThan(23_000);
    await expect.poll(server.output).toContain('Ended before everything was closed');
  },
);

it('its database ends with a server that is killed', async () => {
  const dataDir = await temporaryFolder();
  const server = await startServer(dataDir, { SPEECH_ENGINE: 'fake' });
  const postmaster = await postmasterOf(dataDir);
  expect(await server.end('SIGKILL')).toBeNull();
  await expect.poll(() => isAlive(postmaster)).toBe(false);
});

/** `npm start` on a folder of its own, until the test ends. */
async function npmStart(env: Record<string, string>) {
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', SPEECH_ENGINE: 'fake', TAPESCRIPT_TEST_RESULT: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const exit = once(npm, 'exit');
  onTestFinished(async () => {
    if (npm.exitCode === null) npm.kill('SIGTERM');
    await exit;
  });
  const urls = () => [...output.matchAll(/Tapescript is ready: (\S+)\n/g)].map(([, url]) => url ?? '');
  return { npm, exit, output: () => output, urls };
}

/** The process of the server below `npm start`: the parent of its database. */
async function serverOf(dataDir: string): Promise<number> {
  const postmaster = await postmasterOf(dataDir);
  const stat = await readFile(`/proc/${postmaster}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

it('npm start starts its server again when it is killed, and leaves no database behind', async () => {
  const dataDir = await temporaryFolder();
  const started = await npmStart({ DATA_DIR: dataDir });
  await expect.poll(() => started.urls().length).toBe(1);
  const ann = await Client.signUp(started.urls()[0] ?? '');
  const databases: number[] = [];
  for (const starts of [2, 3]) {
    databases.push(await postmasterOf(dataDir));
    process.kill(await serverOf(dataDir), 'SIGKILL');
    await expect.poll(() => started.urls().length).toBe(starts);
  }
  expect(started.output()).toContain('has ended by itself (SIGKILL). It is started again in 1 s.');
  expect(started.output()).toContain('It is started again in 2 s.');
  ann.url = started.urls().at(-1) ?? '';
  expect(await ann.call(getHealth, {})).toMatchObject({ status: 'ok' });
  expect(await ann.call(listTranscripts, {})).toEqual([]);
  expect(databases.map(isAlive)).toEqual([false, false]);
  const last = await postmasterOf(dataDir);
  // Asked to stop, it stays stopped.
  process.kill(await serverOf(dataDir), 'SIGTERM');
  expect((await started.exit)[0]).toBe(0);
  expect(isAlive(last)).toBe(false);
});

it('npm start does not try again what is refused, nor go on without its starter', async () => {
  const refused = await npmStart({ DATA_DIR: await temporaryFolder(), ROLE: 'both' });
  expect((await refused.exit)[0]).toBe(78);
  expect(refused.output().match(/Setting ROLE/g)).toHaveLength(1);

  const dataDir = await temporaryFolder();
  const started = await npmStart({ DATA_DIR: dataDir });
  await expect.poll(() => started.urls().length).toBe(1);
  const [server, database] = [await serverOf(dataDir), await postmasterOf(dataDir)];
  process.kill(-(started.npm.pid ?? 0), 'SIGKILL');
  await expect.poll(() => [isAlive(server), isAlive(database)]).toEqual([false, false]);
});
