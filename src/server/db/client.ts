import { drizzle, type NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { endWhenSilent } from './silence.ts';

export type Db = NodePgDatabase;
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
  /** The most connections, and the time limit that the database sets on a statement. */
  pool: { size: number; statementMs: number };
  onError: (error: Error) => void;
}

/** The settings of every connection. A machine that vanished silently is noticed within half a minute. */
export const CONNECTION = {
  application_name: 'tapescript',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

const CASING = 'snake_case';
/** The database ends a statement before this: a connection silent for longer is dead. */
const SILENT_STATEMENTS = 1.5;

/**
 * Opens the pool. The database ends a statement that takes too long, and a transaction idle for as long, which would hold its
 * locks. A broken idle connection is reported, not fatal; one that does not respond is closed.
 */
export function openDatabase({ connection, pool: limits, onError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...CONNECTION,
    max: limits.size,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: 2 * limits.statementMs,
    onConnect: (client) => endWhenSilent(client, SILENT_STATEMENTS * limits.statementMs),
    ...connection,
  });
  pool.on('error', onError);
  // A connection lost within a transaction also emits an event that would end the process; its query is rejected anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = drizzle(pool, { casing: CASING });
  db.transaction = inTransaction(pool);
  return { db, pool, close: () => pool.end() };
}

/**
 * Drizzle's own version never returns a connection whose `begin` has failed: after as many as the pool holds, nobody gets one.
 */
function inTransaction(pool: pg.Pool): Db['transaction'] {
  const dialect = new PgDialect({ casing: CASING });
  return async (work, config) => {
    const client = await pool.connect();
    try {
      return await new NodePgSession<Record<string, never>, Record<string, never>>(
        client,
        dialect,
        undefined,
      ).transaction(work, config);
    } finally {
      // The pool discards a broken connection.
      client.release();
    }
  };
}
