import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { readConfig } from '#server/config.ts';
import { startCluster } from '#server/db/embedded/cluster.ts';
import { openDeps } from '#server/start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseHost: string;
  }
}

/** One PostgreSQL for all tests over HTTP, by the application's own supervisor; a migrated database stands ready to be copied. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(await roomyFolder(), 'tapescript-http-'));
  const cluster = await startCluster({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  const admin = new pg.Client({ ...cluster.connection, database: 'postgres' });
  await admin.connect();
  await admin.query('create database template_migrated');
  await admin.end();
  const template = await openDeps({
    config: readConfig({ DATA_DIR: dataDir, SPEECH_ENGINE: 'fake' }),
    log: pino({ level: 'warn' }),
    connection: { ...cluster.connection, database: 'template_migrated' },
  });
  await template.close();
  project.provide('databaseHost', String(cluster.connection.host));
  return async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true });
  };
}

const MEMORY_FOLDER = '/dev/shm';
const ROOM_BYTES = 4_000_000_000;

/** Each test copies a database of a thousand files, which is four times as fast in memory, where there is enough of it. */
async function roomyFolder(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => undefined);
  return memory && memory.bavail * memory.bsize > ROOM_BYTES ? MEMORY_FOLDER : tmpdir();
}
