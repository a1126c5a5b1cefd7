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

/** Where a database is, for node-postgres. */
export type Connection = pg.PoolConfig;

export interface DatabaseOptions {
  connection: Connection;
  /** Connections at most, and how long the database lets one statement take. */
  pool: { size: number; statementMs: number };
  onError: (error: Error) => void;
}

/** What every connection says and expects. A machine that vanished without a word is noticed within half a minute. */
export const CONNECTION = {
  application_name: 'tapescript',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/**
 * Opens the pool. A statement that takes too long is ended by the database, and so is a transaction in which nothing
 * happens for as long: it would hold its locks. A broken idle connection is reported, not fatal.
 */
export function openDatabase({ connection, pool: limits, onError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...CONNECTION,
    max: limits.size,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: 2 * limits.statementMs,
    ...connection,
  });
  pool.on('error', onError);
  // One that is lost in a transaction says so by an event of its own, which would end the process; whoever uses it hears of it by its query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { db: drizzle(pool, { schema, casing: 'snake_case' }), pool, close: () => pool.end() };
}
