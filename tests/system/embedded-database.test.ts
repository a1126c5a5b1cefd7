import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findBinaries } from '#server/db/embedded/binaries.ts';
import { lockDataDir, socketDir } from '#server/db/embedded/lock.ts';
import { ask, postmasterOf, startHere, startInProcess } from '#tests/support/embedded-database.ts';
import { isAlive } from '#tests/support/processes.ts';
import { temporaryFolder } from '#tests/support/server.ts';

it('starts, keeps what was written, and stops cleanly', async () => {
  const dataDir = await temporaryFolder();
  const first = await startHere({ dataDir });
  await ask(first.connection, 'create table kept as select 7 as n');
  await first.stop();
  expect(existsSync(join(dataDir, 'db/postmaster.pid'))).toBe(false);
  const second = await startHere({ dataDir });
  expect(await ask(second.connection, 'select n from kept')).toEqual([{ n: 7 }]);
  expect(
    await ask(
      second.connection,
      "select setting from pg_settings where name in ('fsync', 'listen_addresses') order by name",
    ),
  ).toEqual([{ setting: 'on' }, { setting: '' }]);
  await second.stop();
});

it('starts while the server of a killed parent is still ending, and loses nothing', async () => {
  const dataDir = await temporaryFolder();
  const { child, said } = await startInProcess(dataDir);
  const connection = { host: said.host, user: 'tapescript', database: 'tapescript' };
  await ask(connection, 'create table kept as select 7 as n');
  const orphan = await postmasterOf(dataDir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const cluster = await startHere({ dataDir });
  expect(isAlive(orphan)).toBe(false);
  expect(await ask(cluster.connection, 'select n from kept')).toEqual([{ n: 7 }]);
  await cluster.stop();
});

it('refuses the files of another major version and says so', async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, 'db'));
  await writeFile(join(dataDir, 'db/PG_VERSION'), '17\n');
  await expect(startHere({ dataDir })).rejects.toThrow('is of PostgreSQL 17; this version needs 18');
});

it('takes no folder for its socket that others can enter: somebody may have made it before us', async () => {
  const dataDir = join(await temporaryFolder(), 'long'.repeat(30));
  await mkdir(dataDir);
  const folder = await socketDir(dataDir);
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o777);
  await expect(startHere({ dataDir })).rejects.toThrow(
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
