import type { Writable } from 'node:stream';
import pg from 'pg';
import { listMigrations, migrate, UNFINISHED } from './migrate.ts';
import { type AppliedMigration, exists, withClient } from './snapshot.ts';
import {
  copyIn,
  listTables,
  type SequenceState,
  sumTable,
  type Table,
  type TableSum,
  writeSequences,
} from './tables.ts';

/** The target cannot be written to; the message is the single line to print. */
export class TargetRefused extends Error {}

export interface LoadOptions {
  /** The migrations to apply before anything is loaded. */
  migrations: readonly AppliedMigration[];
  /** Removes existing data. What an interrupted load left behind is always removed. */
  replace: boolean;
}

/** A database being loaded. Until `finish` it carries a mark that keeps the application from starting. */
export interface Loading {
  copyIn(table: Table): Writable;
  /** Throws if a table does not contain what it should. */
  check(tables: readonly (Table & TableSum)[]): Promise<void>;
  /** Sets the sequences and migrates the tables to this version. The mark stays until `clearMark`. */
  complete(sequences: readonly SequenceState[]): Promise<void>;
}

/** An arbitrary number that nothing else in the database locks: 'load' in ASCII. */
const LOCK = 0x6c6f6164;

/**
 * Empties a database, creates its tables as of the given migrations, and lets `use` fill them. Throws TargetRefused if it
 * contains data that must not be replaced, if the application is running on it, or if the migrations are not this version's.
 */
export async function withLoading(
  connection: pg.PoolConfig,
  { migrations, replace }: LoadOptions,
  use: (loading: Loading) => Promise<void>,
): Promise<void> {
  const last = newestKnown(migrations);
  await withClient(connection, async (client) => {
    await refuseUnlessFree(client, replace);
    await client.query(`create schema if not exists ${UNFINISHED}`);
    await clear(client);
    await migrate(connection, { upTo: last, isLoading: true });
    await use({
      copyIn: (table) => copyIn(client, table),
      check: async (tables) => {
        for (const table of tables) await checkTable(client, table);
      },
      complete: async (sequences) => {
        await writeSequences(client, sequences);
        await migrate(connection, { isLoading: true });
        await client.query('analyze');
      },
    });
  });
}

function newestKnown(migrations: readonly AppliedMigration[]): number {
  const known = new Map(listMigrations().map(({ createdAt, hash }) => [createdAt, hash]));
  for (const { createdAt, hash } of migrations) {
    if (known.get(createdAt) === hash) continue;
    throw new TargetRefused(
      'This was made by another version of Tapescript, newer than this one: use that version or a newer one.',
    );
  }
  return Math.max(0, ...migrations.map(({ createdAt }) => createdAt));
}

async function refuseUnlessFree(client: pg.Client, replace: boolean): Promise<void> {
  const { rows: locks } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    LOCK,
  ]);
  if (!locks[0]?.taken)
    throw new TargetRefused('Something else is being loaded into this database just now.');
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and application_name in ('tapescript', 'tapescript-jobs', 'tapescript-events')",
  );
  if (rowCount) throw new TargetRefused('Tapescript is running on this database. Stop it first.');
  if (replace || (await isMarked(client))) return;
  if (!(await exists(client, 'public.users'))) return;
  const { rowCount: people } = await client.query('select from public.users limit 1');
  if (people) {
    throw new TargetRefused(
      'There is an installation in this database already. To remove it and put the other in its place, add --replace.',
    );
  }
}

async function isMarked(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ marked: boolean }>(
    'select to_regnamespace($1) is not null as marked',
    [UNFINISHED],
  );
  return rows[0]?.marked === true;
}

async function clear(client: pg.Client): Promise<void> {
  for (const { name } of await listTables(client)) {
    await client.query(`drop table if exists public.${pg.escapeIdentifier(name)} cascade`);
  }
  await client.query('drop schema if exists drizzle cascade');
  await client.query('drop schema if exists pgboss cascade');
}

async function checkTable(client: pg.Client, table: Table & TableSum): Promise<void> {
  const found = await sumTable(client, table);
  if (found.rows === table.rows && found.sum === table.sum) return;
  throw new Error(
    `The table ${table.name} is not what it was: ${found.rows} rows instead of ${table.rows}, or other contents.`,
  );
}

/** Removes the mark of an unfinished load: from now on the application can start on it. */
export async function clearMark(connection: pg.PoolConfig): Promise<void> {
  await withClient(connection, (client) => client.query(`drop schema if exists ${UNFINISHED}`));
}
