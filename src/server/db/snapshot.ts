import type { Readable } from 'node:stream';
import pg from 'pg';
import { z } from 'zod';
import { CONNECTION } from './client.ts';
import {
  copyOut,
  countFileKeys,
  listFileKeys,
  listTables,
  readSequences,
  type SequenceState,
  sumTable,
  type Table,
  type TableSum,
} from './tables.ts';

/** An applied migration: its creation time in ms since 1970, and the hash of its text. */
export const AppliedMigration = z.object({ createdAt: z.number(), hash: z.string() });
export type AppliedMigration = z.infer<typeof AppliedMigration>;

/** An unfinished job; in the target it starts over under the same id. */
export const UnfinishedJob = z.object({ name: z.string(), id: z.string(), data: z.unknown() });
export type UnfinishedJob = z.infer<typeof UnfinishedJob>;

/** The whole database at one moment, whatever is written in the meantime. */
export interface Snapshot {
  migrations: AppliedMigration[];
  tables: (Table & TableSum)[];
  sequences: SequenceState[];
  jobs: UnfinishedJob[];
  copyOut(table: Table): Readable;
  /** The number of stored files that rows refer to, and their keys. */
  fileCount: number;
  fileKeys(): AsyncGenerator<string>;
}

/** The text form of values must not depend on the client's settings. */
const PLAIN = ["timezone = 'UTC'", "datestyle = 'ISO'", "intervalstyle = 'postgres'", "bytea_output = 'hex'"];

/** Opens a separate connection without a statement limit, and closes it afterwards. */
export async function withClient<Result>(
  connection: pg.PoolConfig,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...CONNECTION, ...connection, application_name: 'tapescript-copy' });
  // Pending queries are rejected anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const setting of PLAIN) await client.query(`set ${setting}`);
    await client.query('set statement_timeout = 0');
    await client.query('set idle_in_transaction_session_timeout = 0');
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Reads the database in one repeatable-read, read-only transaction. Throws if it was never set up. */
export async function withSnapshot<Result>(
  connection: pg.PoolConfig,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return withClient(connection, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const migrations = await readMigrations(client);
    if (migrations.length === 0) throw new Error('This database has no Tapescript tables.');
    const tables: (Table & TableSum)[] = [];
    for (const table of await listTables(client)) {
      tables.push({ ...table, ...(await sumTable(client, table)) });
    }
    const result = await use({
      migrations,
      tables,
      sequences: await readSequences(client, tables),
      jobs: await readJobs(client),
      copyOut: (table) => copyOut(client, table),
      fileCount: await countFileKeys(client, tables),
      fileKeys: () => listFileKeys(client, tables),
    });
    await client.query('commit');
    return result;
  });
}

/** In the order in which they were applied; none if the database was never set up. */
export async function readMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  if (!(await exists(client, 'drizzle.__drizzle_migrations'))) return [];
  const { rows } = await client.query<{ createdAt: string; hash: string }>(
    'select created_at as "createdAt", hash from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ createdAt, hash }) => ({ createdAt: Number(createdAt), hash }));
}

/** The queue's own tables are not copied: waiting and running jobs are created again, and finished ones are no longer needed. */
async function readJobs(client: pg.ClientBase): Promise<UnfinishedJob[]> {
  if (!(await exists(client, 'pgboss.job'))) return [];
  const { rows } = await client.query<UnfinishedJob>(
    "select name, id, data from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%' order by created_on",
  );
  return rows;
}

/** Whether a table exists; `table` includes its schema. */
export async function exists(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    table,
  ]);
  return rows[0]?.found === true;
}
