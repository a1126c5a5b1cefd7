import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema/index.ts';

export type Db = NodePgDatabase<typeof schema>;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

const POOL_SIZE = 16;
/** A question that takes longer has gone wrong; jobs write in small pieces. */
const STATEMENT_MS = 30_000;

/** Opens the pool. Statements are ended by the database after 30 s; a broken idle connection is reported, not fatal. */
export function openDatabase(connection: pg.PoolConfig, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    statement_timeout: STATEMENT_MS,
    connectionTimeoutMillis: 10_000,
    application_name: 'tapescript',
    ...connection,
  });
  pool.on('error', onError);
  return { db: drizzle(pool, { schema, casing: 'snake_case' }), pool, close: () => pool.end() };
}
