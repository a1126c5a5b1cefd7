import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of the tests' server. */
export function connectionTo(database: string) {
  return { ...inject('databaseServer'), database };
}

/** The same as DATABASE_URL. */
export function databaseUrl(database: string): string {
  const { host, user, port = 5432 } = inject('databaseServer');
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** Makes a database and answers its name; without a template there is nothing in it. */
export async function createDatabase(template = 'template0'): Promise<string> {
  const database = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(`create database ${database} template ${template} strategy file_copy`);
  return database;
}

export async function dropDatabase(database: string): Promise<void> {
  await asAdmin(`drop database if exists ${database} with (force)`);
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('databaseServer'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
