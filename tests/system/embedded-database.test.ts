import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { findBinaries } from '#server/db/embedded/binaries.ts';
import { startCluster } from '#server/db/embedded/cluster.ts';
import { lockDataDir, socketDir } from '#server/db/embedded/lock.ts';
import { isAlive } from '#tests/support/processes.ts';
import { ROOT, temporaryFolder } from '#tests/support/server.ts';

const isRoot = process.getuid?.() === 0;
const quiet = () => undefined;

async function ask(connection: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmasterOf = async (folder: string) =>
  Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** Starts the database in a process of its own, by the given command in front of node. */
async function startInProcess(dataDir: string, prefix: string[] = []) {
  const [command = '', ...args] = [...prefix, process.execPath, 'tests/support/cluster-process.ts', dataDir];
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, said: JSON.parse(String(line)) as { kind: string; uid: number; host: string } };
}

it('starts, keeps what was written, and stops cleanly', async () => {
  const dataDir = await temporaryFolder();
  const first = await startCluster({ dataDir, log: quiet });
  await ask(first.connection, 'create table kept as select 7 as n');
  await first.stop();
  expect(existsSync(join(dataDir, 'db/postmaster.pid'))).toBe(false);
  const second = await startCluster({ dataDir, log: quiet });
  expect(await ask(second.connection, 'select n from kept')).toEqual([{ n: 7 }]);
  expect(
    await ask(
      second.connection,
      "select setting from pg_settings where name in ('fsync', 'listen_addresses') order by name",
    ),
  ).toEqual([{ setting: 'on' }, { setting: '' }]);
  await second.stop();
});

it.runIf(isRoot)(
  'runs for root under a folder that only root can enter, and the files stay root’s',
  async () => {
    const home = await mkdtemp('/root/tapescript-test-');
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const cluster = await startCluster({ dataDir: home, log: quiet });
    expect(cluster.kind).toBe('namespace');
    expect(await ask(cluster.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await cluster.stop();
  },
);

it.runIf(isRoot)('runs for root under another user id where namespaces are refused', async () => {
  const dataDir = await temporaryFolder();
  const start = () => startCluster({ dataDir, log: quiet, allowNamespaces: false });
  const cluster = await start();
  onTestFinished(() =>
    rm(join('/var/lib/tapescript', String(cluster.connection.host).split('/').at(-2) ?? 'none'), {
      recursive: true,
      force: true,
    }),
  );
  expect(cluster.kind).toBe('other-user');
  await ask(cluster.connection, 'create table kept as select 7 as n');
  await cluster.stop();
  const again = await start();
  expect(await ask(again.connection, 'select n from kept')).toEqual([{ n: 7 }]);
  await again.stop();
});

it('runs for an ordinary user', async () => {
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

it('starts while the server of a killed parent is still ending, and loses nothing', async () => {
  const dataDir = await temporaryFolder();
  const { child, said } = await startInProcess(dataDir);
  const connection = { host: said.host, user: 'tapescript', database: 'tapescript' };
  await ask(connection, 'create table kept as select 7 as n');
  const orphan = await postmasterOf(join(dataDir, 'db'));
  child.kill('SIGKILL');
  await once(child, 'exit');
  const cluster = await startCluster({ dataDir, log: quiet });
  expect(isAlive(orphan)).toBe(false);
  expect(await ask(cluster.connection, 'select n from kept')).toEqual([{ n: 7 }]);
  await cluster.stop();
});

it('comes up again after its own server was killed', async () => {
  const dataDir = await temporaryFolder();
  const first = await startCluster({ dataDir, log: quiet });
  await ask(first.connection, 'create table kept as select 7 as n');
  process.kill(await postmasterOf(join(dataDir, 'db')), 'SIGKILL');
  await expect(first.ended).rejects.toThrow('ended unexpectedly');
  const second = await startCluster({ dataDir, log: quiet });
  expect(await ask(second.connection, 'select n from kept')).toEqual([{ n: 7 }]);
  await second.stop();
});

it('does not take a half-made database for one', async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, 'db.new-1'));
  await writeFile(join(dataDir, 'db.new-1/PG_VERSION'), '18\n');
  await mkdir(join(dataDir, 'db'));
  const cluster = await startCluster({ dataDir, log: quiet });
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
  const cluster = await startCluster({ dataDir, log: quiet });
  expect(await ask(cluster.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await cluster.stop();
});

it('refuses the files of another major version and says so', async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, 'db'));
  await writeFile(join(dataDir, 'db/PG_VERSION'), '17\n');
  await expect(startCluster({ dataDir, log: quiet })).rejects.toThrow(
    'is of PostgreSQL 17; this version needs 18',
  );
});

it('works in a folder whose path is too long for a socket', async () => {
  const dataDir = join(await temporaryFolder(), 'long'.repeat(30));
  await mkdir(dataDir);
  const cluster = await startCluster({ dataDir, log: quiet });
  expect(await ask(cluster.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await cluster.stop();
  await rm(await socketDir(dataDir), { recursive: true });
});

it('takes no folder for its socket that others can enter: somebody may have made it before us', async () => {
  const dataDir = join(await temporaryFolder(), 'long'.repeat(30));
  await mkdir(dataDir);
  const folder = await socketDir(dataDir);
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o777);
  await expect(startCluster({ dataDir, log: quiet })).rejects.toThrow(
    `The folder ${folder} is for this database's socket, but others can enter it. Remove it, or set DATA_DIR to a shorter path.`,
  );
});

it('restores the links between libraries that npm does not carry', async () => {
  const { postgres } = await findBinaries();
  const lib = join(postgres, '../../lib');
  const links = (await readdir(lib, { withFileTypes: true })).filter((entry) => entry.isSymbolicLink());
  expect(links.length).toBeGreaterThan(3);
  // One that no program here loads: others may run from this folder meanwhile.
  const link = links.find(({ name }) => /^libecpg\.(so|dylib)$/.test(name));
  await unlink(join(lib, link?.name ?? ''));
  await findBinaries();
  expect(existsSync(join(lib, link?.name ?? ''))).toBe(true);
});

it('lets one process at a time have a data folder, and the next one once it is gone', async () => {
  const dataDir = await temporaryFolder();
  const lock = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(`Tapescript is already running on ${dataDir}`);
  await lock.release();
  await (await lockDataDir(dataDir)).release();
});
