import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { locateCluster } from '#server/db/embedded/cluster.ts';
import { startOtherPostgres } from '#tests/support/other-postgres.ts';
import { lastingPort } from '#tests/support/ports.ts';
import { temporaryFolder } from '#tests/support/server.ts';
import { type Node, nodeOf } from './node.ts';
import { killBackend, killCluster, signalCluster } from './postgres-processes.ts';

/** A real installation of several processes that a test uses and breaks. It is stopped and removed when the test ends. */
export interface Installation {
  kind: 'nodes' | 'one process';
  dataDir: string;
  /** All processes of the application. */
  nodes: readonly Node[];
  /** The nodes that serve requests, and the nodes that run jobs. */
  webs: readonly Node[];
  workers: readonly Node[];
  database: Database;
  /** Queries the database directly. Rejects while it is down. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Starts everything that is down, the database first, and waits until it is up. */
  startAll(): Promise<void>;
}

export interface Database {
  /** Kills all its processes with SIGKILL. Returns false if it was down already. */
  kill(): Promise<boolean>;
  /** Kills the process of one connection with SIGKILL, chosen by its relative position (0 to 1); the server recovers by itself. Returns false if there was none. */
  killBackend(place: number): Promise<boolean>;
  /** Shuts it down in one of PostgreSQL's modes: SIGTERM (smart), SIGINT (fast), SIGQUIT (immediate). */
  stop(signal: NodeJS.Signals): Promise<void>;
  /** Sends all its processes a signal, such as SIGSTOP. */
  signal(name: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same files unless it is running. The embedded one starts with its process. */
  start(): Promise<void>;
  /** Starts it if it has exited by itself. */
  startIfDown(): Promise<void>;
  connection: pg.ClientConfig;
}

export interface InstallationOptions {
  /** 'nodes': on Debian's PostgreSQL 15; 'one process': with the embedded database. */
  kind?: Installation['kind'];
  webs?: number;
  workers?: number;
  /** Milliseconds that the fake engine takes per ten seconds of audio. */
  chunkMs?: number;
  /** Further settings of all processes. */
  env?: Record<string, string>;
  /** Further settings of one process, by its name: 'web 1', 'worker 2', 'the process'. */
  envOf?: (name: string) => Record<string, string>;
  /** Existing folders to use for recordings and for the files of PostgreSQL 15. */
  dataDir?: string;
  databaseDir?: string;
  /** Further settings of PostgreSQL 15. */
  databaseSettings?: Record<string, string>;
  /** Maps the database's `url` to the address that the process of this name uses. */
  proxyDatabase?: (url: string, name: string) => Promise<string>;
}

const STARTS = 20;
const RETRY_MS = 300;
const SECRET = 'the same on every node, and long enough';

/** Starts an installation, by default two web nodes and two workers on PostgreSQL 15. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const { kind = 'nodes' } = options;
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const cache = await temporaryFolder();
  const env = {
    SPEECH_ENGINE: 'fake',
    FAKE_SPEECH_MS: String(options.chunkMs ?? 100),
    SECRET,
    // Reusing compiled code makes a start a quarter cheaper.
    NODE_COMPILE_CACHE: cache,
    ...options.env,
  };
  return kind === 'nodes'
    ? startNodes(dataDir, env, options)
    : startOneProcess(dataDir, { ...env, ...options.envOf?.('the process') });
}

async function startNodes(
  dataDir: string,
  env: Record<string, string>,
  { webs = 2, workers = 2, envOf, proxyDatabase, ...options }: InstallationOptions,
): Promise<Installation> {
  const server = await startOtherPostgres(
    options.databaseDir ?? (await temporaryFolder()),
    options.databaseSettings,
  );
  onTestFinished(() => server.stop());
  const connection = { ...server.connection, database: 'tapescript' };
  const folder = await dataDirectoryOf(connection);
  let isUp = true;
  let starting: Promise<void> | undefined;
  const startPatiently = async () => {
    for (let failures = 0; !isUp; ) {
      isUp = true;
      await server.start().catch(async (error: unknown) => {
        isUp = false;
        // The shared memory of a killed server is released once the last of its children has been reaped.
        failures += 1;
        if (failures >= STARTS) throw error;
        await delay(RETRY_MS);
      });
    }
  };
  const database: Database = {
    connection,
    kill: async () => {
      const wasThere = (await killCluster(folder)) > 0;
      if (wasThere) isUp = false;
      return wasThere;
    },
    killBackend: (place) => killBackend(folder, place),
    stop: async (signal) => {
      isUp = false;
      await server.stop(signal);
    },
    signal: (name) => signalCluster(folder, name),
    start: () => {
      starting ??= startPatiently().finally(() => {
        starting = undefined;
      });
      return starting;
    },
    startIfDown: async () => {
      // It may have exited by itself, or be about to.
      const isThere = await ask(connection, 'select 1').then(() => true, isNotRefused);
      if (!starting) isUp = isThere;
      await database.start();
    },
  };
  const named = async (role: Node['role'], number: number) => {
    const name = `${role} ${number + 1}`;
    const url = (await proxyDatabase?.(server.url(), name)) ?? server.url();
    return nodeOf({
      name,
      role,
      dataDir,
      port: await lastingPort(),
      env: { ...env, DATABASE_URL: url, ...envOf?.(name) },
    });
  };
  const nodes = await Promise.all([
    ...Array.from({ length: webs }, (_, number) => named('web', number)),
    ...Array.from({ length: workers }, (_, number) => named('worker', number)),
  ]);
  return started({ kind: 'nodes', dataDir, nodes, database });
}

async function startOneProcess(dataDir: string, env: Record<string, string>): Promise<Installation> {
  const node = nodeOf({ name: 'the process', role: 'all', dataDir, port: await lastingPort(), env });
  await node.start();
  const { connection } = await locateCluster({ dataDir });
  const folder = await dataDirectoryOf(connection);
  const database: Database = {
    connection,
    kill: async () => (await killCluster(folder)) > 0,
    killBackend: (place) => killBackend(folder, place),
    stop: () => Promise.reject(new Error('The embedded database is stopped with its process.')),
    signal: (name) => signalCluster(folder, name),
    start: async () => undefined,
    startIfDown: async () => undefined,
  };
  // A killed process leaves its database running; the next start would stop it, but there is none.
  onTestFinished(async () => {
    await killCluster(folder);
  });
  return started({ kind: 'one process', dataDir, nodes: [node], database });
}

async function started(
  parts: Pick<Installation, 'kind' | 'dataDir' | 'nodes' | 'database'>,
): Promise<Installation> {
  const { nodes, database } = parts;
  for (const node of nodes) {
    onTestFinished(async () => {
      await node.stop();
    });
  }
  const installation: Installation = {
    ...parts,
    webs: nodes.filter(({ role }) => role !== 'worker'),
    workers: nodes.filter(({ role }) => role !== 'web'),
    query: (sql, values) => ask(database.connection, sql, values),
    startAll: async () => {
      await database.startIfDown();
      await Promise.all(nodes.map((node) => node.start()));
    },
  };
  await installation.startAll();
  return installation;
}

async function dataDirectoryOf(connection: pg.ClientConfig): Promise<string> {
  const [row] = await ask<{ data_directory: string }>(connection, 'show data_directory');
  if (!row) throw new Error('The database does not say where its files are.');
  return join(row.data_directory);
}

async function ask<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection);
  // The query itself reports the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Whether a server still exists: one that is recovering reports an error, one that has exited refuses the connection. */
function isNotRefused(error: unknown): boolean {
  return !(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED');
}
