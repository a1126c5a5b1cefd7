import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, type ProvidedContext } from 'vitest';

type DatabaseServer = ProvidedContext['databaseServer'];

/** A database of the tests' server. */
export function connectionTo(database: string, server: DatabaseServer = inject('databaseServer')) {
  return { ...server, database };
}

/** The same as DATABASE_URL. */
export function databaseUrl(database: string, server?: DatabaseServer): string {
  const { host, user, port = 5432 } = connectionTo(database, server);
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Makes a database and answers its name; without a template there is nothing in it. */
export async function createDatabase(template = 'template0', server?: DatabaseServer): Promise<string> {
  const database = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(`create database ${database} template ${template} strategy file_copy`, server);
  return database;
}

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
