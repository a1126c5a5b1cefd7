import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { readConfig } from '#server/config.ts';
import { startCluster } from '#server/db/embedded/cluster.ts';
import { openDeps } from '#server/start.ts';
import { startOtherPostgres } from './other-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: { host: string; port?: number; user: string };
  }
}

/** Trades durability for speed: each run creates its data anew. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/**
 * Starts one PostgreSQL for all HTTP tests with the application's own supervisor, and a migrated template database to copy.
 * With TAPESCRIPT_TEST_POSTGRES=15, Debian's PostgreSQL 15 is used instead, as with DATABASE_URL.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The name of the run's folder is in it, by which the next run finds it (scripts/test-folder.mjs).
  const dataDir = await mkdtemp(join(await roomyFolder(), `${basename(tmpdir())}-http-`));
  const { connection, stop } = await startServer(dataDir);
  const admin = new pg.Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query('create database template_migrated');
  await admin.end();
  const template = await openDeps({
    config: readConfig({ DATA_DIR: dataDir, SPEECH_ENGINE: 'fake' }),
    log: pino({ level: 'warn' }),
    connection: { ...connection, database: 'template_migrated' },
  });
  await template.close();
  project.provide('databaseServer', connection);
  return async () => {
    await stop();
    await rm(dataDir, { recursive: true });
  };
}

async function startServer(dataDir: string) {
  if (process.env.TAPESCRIPT_TEST_POSTGRES === '15') return startOtherPostgres(dataDir, SETTINGS);
  const cluster = await startCluster({ dataDir, log: () => undefined, settings: SETTINGS });
  const connection = { host: String(cluster.connection.host), user: String(cluster.connection.user) };
  return { connection, stop: () => cluster.stop() };
}

const MEMORY_FOLDER = '/dev/shm';
const ROOM_BYTES = 4_000_000_000;

/** A folder in memory if there is enough of it, because each test copies a database of a thousand files, which is four times as fast there. */
async function roomyFolder(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => undefined);
  return memory && memory.bavail * memory.bsize > ROOM_BYTES ? MEMORY_FOLDER : tmpdir();
}
