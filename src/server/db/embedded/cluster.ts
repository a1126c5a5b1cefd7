import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { complainsOfFullDisk, DiskFull } from '../../disk-full.ts';
import { findBinaries } from './binaries.ts';
import { keepFromOutlivingUs } from './keeper.ts';
import { chooseLauncher, type Launcher } from './launcher.ts';
import { socketDir } from './lock.ts';
import { run } from './run.ts';

export interface Cluster {
  /** For node-postgres. */
  connection: pg.PoolConfig;
  kind: Launcher['kind'];
  /** Stops the server cleanly; everything committed is on disk. */
  stop(): Promise<void>;
  /** Rejects when the server exits unasked; with DiskFull if it had no room. */
  ended: Promise<never>;
}

export interface ClusterOptions {
  dataDir: string;
  log: (message: string) => void;
  allowNamespaces?: boolean;
  /** Further server settings, such as tests' `fsync=off`. */
  settings?: Record<string, string>;
}

const MAJOR = '18';
const DATABASE = 'tapescript';
const START_MS = 30_000;
const STOP_MS = 20_000;
const LAST_WORDS_MS = 1000;
/** A killed parent's initdb may still be writing into the folder: it then fails, and the removal is retried. */
const REMOVE = { recursive: true, force: true, maxRetries: 60, retryDelay: 20 };

const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '128MB',
  max_connections: '60',
  log_min_messages: 'warning',
  // A single machine's server: the write-ahead log is for crashes, not for replicas.
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/**
 * Starts the PostgreSQL from npm on files under `dataDir`, creating them if needed, and creates the database. The caller holds
 * the folder's lock, so a server found running there was left by a killed parent and is stopped first. Throws if the files are of
 * another major version or the server does not start; DiskFull if there is no room.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const launcher = await launcherFor(options);
  await stopOrphan(launcher, options.log);
  const started = await orFullDisk(launcher, async () => {
    await initialise(launcher, options.log);
    return startWithRetries(launcher, options);
  });
  return { connection: connectionTo(launcher), kind: launcher.kind, ...supervise(launcher, started) };
}

async function orFullDisk<Result>(launcher: Launcher, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw complainsOfFullDisk(String(error)) ? noRoom(launcher, error) : error;
  }
}

function noRoom({ clusterDir }: Launcher, cause: unknown): DiskFull {
  return new DiskFull(`the database in ${clusterDir} cannot write`, { cause });
}

/** Where a data folder's database is, and whether it was ever created; starts nothing. */
export async function locateCluster(
  options: Pick<ClusterOptions, 'dataDir' | 'allowNamespaces'>,
): Promise<{ exists: boolean; connection: pg.PoolConfig }> {
  const launcher = await launcherFor(options);
  return { exists: existsSync(join(launcher.clusterDir, 'PG_VERSION')), connection: connectionTo(launcher) };
}

async function launcherFor(options: Pick<ClusterOptions, 'dataDir' | 'allowNamespaces'>): Promise<Launcher> {
  const binaries = await findBinaries();
  return chooseLauncher({ ...options, binaries, socketDir: await socketDir(options.dataDir) });
}

function connectionTo({ socketDir: host }: Launcher): pg.PoolConfig {
  return { host, user: 'tapescript', database: DATABASE };
}

async function initialise(launcher: Launcher, log: (message: string) => void): Promise<void> {
  const versionFile = join(launcher.clusterDir, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = (await readFile(versionFile, 'utf8')).trim();
    if (version === MAJOR) return;
    throw new Error(
      `The database in ${launcher.clusterDir} is of PostgreSQL ${version}; this version needs ${MAJOR}.`,
    );
  }
  log('Creating the database (once)');
  // Created beside its final place and renamed when complete: a kill halfway leaves nothing that looks like a database.
  const parent = dirname(launcher.clusterDir);
  await mkdir(parent, { recursive: true });
  await removeHalfMade(parent);
  const unfinished = join(parent, `db.new-${process.pid}`);
  const args = ['-D', unfinished, '-U', 'tapescript', '-A', 'trust', '-E', 'UTF8'];
  await run(
    launcher.spawn('initdb', [
      ...args,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ]),
  );
  await rm(launcher.clusterDir, { recursive: true, force: true });
  await rename(unfinished, launcher.clusterDir);
}

async function removeHalfMade(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (name.startsWith('db.new-')) await rm(join(parent, name), REMOVE);
  }
}

interface StartedServer {
  child: ChildProcess;
  /** Rejects when it has exited, with the last of its output. */
  failed: Promise<never>;
}

async function startWithRetries(launcher: Launcher, options: ClusterOptions): Promise<StartedServer> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    const child = launch(launcher, options);
    const failed = failure(child);
    try {
      await Promise.race([untilReady(launcher, deadline), failed]);
      return { child, failed };
    } catch (error) {
      // A killed server's lock file stays until the system has reaped the process: worth some retries.
      const isHeld = /postmaster\.pid|lock file|starting up/i.test(String(error));
      if (performance.now() > deadline || !isHeld || complainsOfFullDisk(String(error))) throw error;
      await ended(child);
      await delay(100);
    }
  }
}

function launch(launcher: Launcher, options: ClusterOptions): ChildProcess {
  const settings = { ...SETTINGS, unix_socket_directories: launcher.socketDir, ...options.settings };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = launcher.spawn('postgres', ['-D', launcher.clusterDir, ...args]);
  keepFromOutlivingUs(child);
  return child;
}

async function untilReady(launcher: Launcher, deadline: number): Promise<void> {
  for (;;) {
    const client = new pg.Client({ host: launcher.socketDir, user: 'tapescript', database: 'postgres' });
    // The server may exit between connecting and querying; the query is rejected anyway.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await createDatabase(client);
      return;
    } catch (error) {
      if (performance.now() > deadline)
        throw new Error('The database did not start in time.', { cause: error });
      await delay(20);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
}

async function failure(child: ChildProcess): Promise<never> {
  await run(child);
  throw new Error('The database server exited unexpectedly.');
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

function supervise(launcher: Launcher, { child, failed }: StartedServer): Pick<Cluster, 'stop' | 'ended'> {
  let stopping = false;
  const unexpectedEnd = new Promise<never>((_, reject) => {
    child.once('exit', async (code, signal) => {
      if (stopping) return;
      // Its output may contain people's texts, so it is not logged. Its children may still hold back the end of it.
      const said = await Promise.race([failed.catch(String), delay(LAST_WORDS_MS, '', { ref: false })]);
      const ended = new Error(`The database server ended unexpectedly (${signal ?? code}).`);
      reject(complainsOfFullDisk(said) ? noRoom(launcher, ended) : ended);
    });
  });
  unexpectedEnd.catch(() => undefined);
  return {
    ended: unexpectedEnd,
    stop: async () => {
      stopping = true;
      // The server's own id with either launcher: unshare execs the program that it starts.
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        await stopServer(child.pid, () => ended(child));
      }
    },
  };
}

/** Stops a server that a killed parent left running on our files. */
async function stopOrphan(launcher: Launcher, log: (message: string) => void): Promise<void> {
  const pid = await readPid(launcher);
  if (pid === undefined || !(await isOurServer(pid, launcher))) return;
  log('Stopping the database that an earlier run left behind');
  await stopServer(pid, () => untilGone(pid));
}

async function stopServer(pid: number, gone: () => Promise<void>): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown: connections are cut, everything committed is written.
  signal(pid, 'SIGINT');
  const inTime = await Promise.race([gone().then(() => true), delay(STOP_MS, false, { ref: false })]);
  if (!inTime) signal(pid, 'SIGQUIT');
}

async function untilGone(pid: number): Promise<void> {
  while (signal(pid, 0)) await delay(20);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function readPid(launcher: Launcher): Promise<number | undefined> {
  try {
    const text = await readFile(join(launcher.clusterDir, 'postmaster.pid'), 'utf8');
    const pid = Number(text.split('\n', 1)[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process with this id is a PostgreSQL on our files: the id may have been reused since. */
async function isOurServer(pid: number, launcher: Launcher): Promise<boolean> {
  try {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    return command.includes('postgres') && command.includes(launcher.clusterDir);
  } catch {
    // Without /proc (macOS), PostgreSQL's own check of the lock file decides.
    return process.platform !== 'linux' && signal(pid, 0);
  }
}
