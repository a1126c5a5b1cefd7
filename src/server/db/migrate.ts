import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { z } from 'zod';
import { CONNECTION } from './client.ts';
import { isOutage } from './outage.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** An arbitrary number that nothing else in the database locks: 'tape' in ASCII. */
const LOCK = 0x74617065;
/** A database started at the same time as the application needs a moment. */
const TIMEOUT_MS = 30_000;
const RETRY_MS = 500;

/** The database was not reachable within half a minute; the message is the single line to print before exiting. */
export class DatabaseUnreachable extends Error {}

/** The presence of this schema marks a database that is being filled from a backup or another database. */
export const UNFINISHED = 'tapescript_unfinished_load';

/** A restore or a move into this database did not finish; the message is the single line to print before exiting. */
export class UnfinishedLoad extends Error {}

export interface MigrateOptions {
  /** The last migration to apply, by its creation time (ms since 1970); defaults to all. */
  upTo?: number;
  /** Whether the caller is loading the database. */
  isLoading?: boolean;
}

/**
 * Migrates the database to this version's schema. Nodes that start together take turns with an advisory lock. Throws
 * DatabaseUnreachable, and UnfinishedLoad if the database may contain only part of an installation.
 */
export async function migrate(
  connection: pg.PoolConfig,
  { upTo = Number.POSITIVE_INFINITY, isLoading = false }: MigrateOptions = {},
): Promise<void> {
  const client = await connectPatiently(connection);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    if (!isLoading) await refuseUnfinished(client);
    if (Number.isFinite(upTo)) await migrateUpTo(client, upTo);
    else await runMigrations(drizzle(client), { migrationsFolder: FOLDER });
  } finally {
    await client.end();
  }
}

async function refuseUnfinished(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [UNFINISHED]);
  if (!rowCount) return;
  throw new UnfinishedLoad(
    'A restore or a move into this database did not end, so that parts may be missing. Run the same command again.',
  );
}

/** The migrations of this version, in order. */
export function listMigrations(): { createdAt: number; hash: string }[] {
  return readMigrationFiles({ migrationsFolder: FOLDER }).map(({ folderMillis, hash }) => ({
    createdAt: folderMillis,
    hash,
  }));
}

/** The migrator only takes whole folders: it is given one with a shorter journal. */
async function migrateUpTo(client: pg.Client, upTo: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-migrations-'));
  try {
    await cp(FOLDER, folder, { recursive: true });
    const path = join(folder, 'meta/_journal.json');
    const journal = Journal.parse(JSON.parse(await readFile(path, 'utf8')));
    const entries = journal.entries.filter(({ when }) => when <= upTo);
    await writeFile(path, JSON.stringify({ ...journal, entries }));
    await runMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const Journal = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) });

async function connectPatiently(connection: pg.PoolConfig): Promise<pg.Client> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ ...CONNECTION, ...connection });
    // Pending queries are rejected anyway.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isOutage(error)) throw error;
      if (performance.now() > deadline) {
        const reason = error instanceof Error ? error.message || String(error) : String(error);
        throw new DatabaseUnreachable(`The database at DATABASE_URL does not answer: ${reason}`, {
          cause: error,
        });
      }
      await delay(RETRY_MS);
    }
  }
}
