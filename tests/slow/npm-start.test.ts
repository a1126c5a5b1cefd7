import { expect, it } from 'vitest';
import { getHealth } from '#contract/health.ts';
import { listTranscripts } from '#contract/transcripts.ts';
import { Client } from '#tests/support/client.ts';
import { postmasterOf, serverOf } from '#tests/support/embedded-database.ts';
import { npmStart } from '#tests/support/npm-start.ts';
import { isAlive } from '#tests/support/processes.ts';
import { temporaryFolder } from '#tests/support/server.ts';

it('npm start starts its server again when it is killed, and leaves no database behind', async () => {
  const dataDir = await temporaryFolder();
  const started = npmStart({ DATA_DIR: dataDir });
  await expect.poll(() => started.urls().length).toBe(1);
  const ann = await Client.signUp(started.urls()[0] ?? '');
  const databases: number[] = [];
  for (const starts of [2, 3]) {
    databases.push(await postmasterOf(dataDir));
    process.kill(await serverOf(dataDir), 'SIGKILL');
    await expect.poll(() => started.urls().length).toBe(starts);
  }
  expect(started.output()).toContain('exited unexpectedly (SIGKILL). Restarting in 1 s.');
  expect(started.output()).toContain('Restarting in 2 s.');
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
  const refused = npmStart({ DATA_DIR: await temporaryFolder(), ROLE: 'both' });
  expect((await refused.exit)[0]).toBe(78);
  expect(refused.output().match(/Setting ROLE/g)).toHaveLength(1);

  const dataDir = await temporaryFolder();
  const started = npmStart({ DATA_DIR: dataDir });
  await expect.poll(() => started.urls().length).toBe(1);
  const [server, database] = [await serverOf(dataDir), await postmasterOf(dataDir)];
  process.kill(-(started.npm.pid ?? 0), 'SIGKILL');
  await expect.poll(() => [isAlive(server), isAlive(database)]).toEqual([false, false]);
});

it.each([
  ['Ctrl-C, which reaches the whole group', 'SIGINT'],
  ['a signal to the whole group', 'SIGTERM'],
] as const)('npm start stops with all that it started by %s', async (_, signal) => {
  const dataDir = await temporaryFolder();
  const started = npmStart({ DATA_DIR: dataDir });
  await expect.poll(() => started.urls().length).toBe(1);
  const postmaster = await postmasterOf(dataDir);
  process.kill(-(started.npm.pid ?? 0), signal);
  await started.exit;
  await expect.poll(() => isAlive(postmaster)).toBe(false);
});

it('stops npm start with all that it started by a signal to npm', async () => {
  const dataDir = await temporaryFolder();
  const started = npmStart({ DATA_DIR: dataDir });
  await expect.poll(() => started.urls().length).toBe(1);
  expect(started.output()).toMatch(/Tapescript is ready: http:\/\/127\.0\.0\.1:\d+/);
  const postmaster = await postmasterOf(dataDir);
  started.npm.kill('SIGTERM');
  await started.exit;
  await expect.poll(() => isAlive(postmaster)).toBe(false);
});
