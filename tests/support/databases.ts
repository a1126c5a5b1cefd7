import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, type ProvidedContext } from 'vitest';

type DatabaseServer = ProvidedContext['databaseServer'];

/** The connection settings of a database on the tests' server. */
export function connectionTo(database: string, server: DatabaseServer = inject('databaseServer')) {
  return { ...server, database };
}

/** The address of a database, as for DATABASE_URL. */
export function databaseUrl(database: string, server?: DatabaseServer): string {
  const { host, user, port = 5432 } = connectionTo(database, server);
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Creates a database and returns its name; it is empty unless a template is given. */
export async function createDatabase(template = 'template0', server?: DatabaseServer): Promise<string> {
  const database = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(`create database ${database} template ${template} strategy file_copy`, server);
  return database;
}

/** Drops a database of the tests' server, ending its connections. */
export async function dropDatabase(database: string): Promise<void> {
  await asAdmin(`drop database if exists ${database} with (force)`);
}

async function asAdmin(statement: string, server?: DatabaseServer): Promise<void> {
  const client = new pg.Client(connectionTo('postgres', server));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
