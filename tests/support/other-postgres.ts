import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { chooseLauncher } from '#server/db/embedded/launcher.ts';
import { run } from '#server/db/embedded/run.ts';
import { lastingPort } from './ports.ts';

const FOLDER = '/usr/lib/postgresql/15/bin';
const USER = 'tapescript';

/** Whether Debian's PostgreSQL 15 is installed, a different version than the embedded one. */
export const hasOtherPostgres = existsSync(join(FOLDER, 'postgres'));

/** A PostgreSQL of another version on its own port, as used by an installation that has outgrown the embedded one. */
export interface OtherPostgres {
  connection: { host: string; port: number; user: string };
  /** The id of its first process (the postmaster). */
  pid(): number | undefined;
  /** The address of a database, as for DATABASE_URL. */
  url(database?: string): string;
  /** Closes every connection and stops; committed data is on disk. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts again on the same files and the same port. */
  start(): Promise<void>;
}

/** Starts one with its files in `folder`, which are created if they do not exist. */
export async function startOtherPostgres(
  folder: string,
  settings: Record<string, string> = {},
): Promise<OtherPostgres> {
  const launcher = await chooseLauncher({
    dataDir: folder,
    socketDir: folder,
    binaries: { initdb: join(FOLDER, 'initdb'), postgres: join(FOLDER, 'postgres') },
  });
  const isNew = !existsSync(join(launcher.clusterDir, 'PG_VERSION'));
  const initdb = ['-D', launcher.clusterDir, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  if (isNew) await run(launcher.spawn('initdb', [...initdb, '--no-sync']));
  const port = await lastingPort();
  const options: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    log_min_messages: 'fatal',
    ...settings,
  };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const connection = { host: '127.0.0.1', port, user: USER };
  let server: ChildProcess | undefined;
  const start = async () => {
    server = launcher.spawn('postgres', ['-D', launcher.clusterDir, ...args]);
    server.stderr?.resume();
    await untilReady(connection, server);
  };
  await start();
  if (isNew) await createDatabase(connection);
  return {
    connection,
    pid: () => server?.pid,
    url: (database = USER) => `postgres://${USER}@127.0.0.1:${port}/${database}`,
    start,
    stop: async (signal = 'SIGINT') => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const gone = new Promise((resolve) => server?.once('exit', resolve));
      server.kill(signal);
      await gone;
    },
  };
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${USER}`);
  await admin.end();
}

async function untilReady(connection: pg.ClientConfig, server: ChildProcess): Promise<void> {
  for (;;) {
    const end = server.exitCode ?? server.signalCode;
    if (end !== null) throw new Error(`PostgreSQL 15 ended with ${end}.`);
    const client = new pg.Client({ ...connection, database: 'postgres' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await delay(20);
    }
  }
}
