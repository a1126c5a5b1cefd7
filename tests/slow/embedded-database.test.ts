import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { socketDir } from '#server/db/embedded/lock.ts';
import { ask, postmasterOf, startHere, startInProcess } from '#tests/support/embedded-database.ts';
import { ROOT, temporaryFolder } from '#tests/support/server.ts';

const isRoot = process.getuid?.() === 0;

it.runIf(isRoot)(
  'runs for root under a folder that only root can enter, and the files stay root’s',
  async () => {
    const home = await mkdtemp('/root/tapescript-test-');
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const cluster = await startHere({ dataDir: home });
    expect(cluster.kind).toBe('namespace');
    expect(await ask(cluster.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await cluster.stop();
  },
);

it.runIf(isRoot)('runs for root under another user id where namespaces are refused', async () => {
  const dataDir = await temporaryFolder();
  const start = () => startHere({ dataDir, allowNamespaces: false });
  const cluster = await start();
  onTestFinished(async () => {
    await cluster.stop();
    await rm(join('/var/lib/tapescript', String(cluster.connection.host).split('/').at(-2) ?? 'none'), {
      recursive: true,
      force: true,
    });
  });
  expect(cluster.kind).toBe('other-user');
  await ask(cluster.connection, 'create table kept as select 7 as n');
  await cluster.stop();
  const again = await start();
  expect(await ask(again.connection, 'select n from kept')).toEqual([{ n: 7 }]);
  await again.stop();
});

it('starts for an ordinary user, not only for root', async () => {
  const dataDir = await temporaryFolder();
  // For a test that root runs: a process that is user 1000 to itself, and reads what root can read.
  const prefix = isRoot ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : [];
  const { child, said } = await startInProcess(dataDir, prefix);
  expect(said.kind).toBe('plain');
  expect(said.uid).not.toBe(0);
  expect(
    await ask({ host: said.host, user: 'tapescript', database: 'tapescript' }, 'select 1 as one'),
  ).toEqual([{ one: 1 }]);
  child.kill('SIGTERM');
  await once(child, 'exit');
});

it('comes up again after its own server was killed', async () => {
  const dataDir = await temporaryFolder();
  const first = await startHere({ dataDir });
  await ask(first.connection, 'create table kept as select 7 as n');
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  await expect(first.ended).rejects.toThrow('ended unexpectedly');
  const second = await startHere({ dataDir });
  expect(await ask(second.connection, 'select n from kept')).toEqual([{ n: 7 }]);
  await second.stop();
});

it('does not take a half-made database for one', async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, 'db.new-1'));
  await writeFile(join(dataDir, 'db.new-1/PG_VERSION'), '18\n');
  await mkdir(join(dataDir, 'db'));
  const cluster = await startHere({ dataDir });
  expect(await ask(cluster.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await readdir(dataDir)).not.toContain('db.new-1');
  await cluster.stop();
});

it.each([60, 250, 500, 800])('starts after a kill %i ms into the very first start', async (afterMs) => {
  const dataDir = await temporaryFolder();
  const child = spawn(process.execPath, ['tests/support/cluster-process.ts', dataDir], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  // The moment of the kill is the point of this test; nothing is awaited.
  await new Promise((resolve) => setTimeout(resolve, 200 + afterMs));
  child.kill('SIGKILL');
  await once(child, 'exit');
  const cluster = await startHere({ dataDir });
  expect(await ask(cluster.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await cluster.stop();
});

it('starts and answers in a folder whose path is too long for a socket', async () => {
  const dataDir = join(await temporaryFolder(), 'long'.repeat(30));
  await mkdir(dataDir);
  const cluster = await startHere({ dataDir });
  expect(await ask(cluster.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await cluster.stop();
  await rm(await socketDir(dataDir), { recursive: true });
});
