import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, expect, inject } from 'vitest';
import { launchBrowser } from './browser.ts';
import { connectionTo, createDatabase, databaseUrl, dropDatabase } from './databases.ts';
import type { SharedServer } from './global-setup-application.ts';
import { errorLines, runServer } from './server.ts';

export interface Application {
  /** Its address. */
  url: string;
  browser: Browser;
  /** Its data folder. */
  dataDir: string;
  /** The name of its database if that is on the tests' server. */
  database: string | undefined;
}

/** This worker's browser, in which each test has its own window. It is closed with the worker. */
let launched: Promise<Browser> | undefined;

async function workersBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = launchBrowser();
  return launched as Promise<Browser>;
}

/**
 * The application shared by all test files that need no settings of their own, with the fake speech engine. Fails at the end of the file
 * if the server has logged an error in the meantime.
 */
export async function sharedApplication(): Promise<Application & Pick<SharedServer, 'ports'>> {
  const ask = async () => (await (await fetch(inject('sharedApplication'))).json()) as SharedServer;
  const [{ errors, ...shared }, browser] = await Promise.all([ask(), workersBrowser()]);
  expect(errors).toEqual([]);
  afterAll(async () => {
    expect((await ask()).errors).toEqual([]);
  });
  return { ...shared, browser };
}

interface OwnApplication extends Application {
  /** A folder for the tests' files; it is removed at the end. */
  folder: string;
  /** Stops the server; fails if it has logged an error, because nothing that users do may cause one. */
  close(): Promise<void>;
}

interface ApplicationOptions {
  /** Settings; the speech engine is the fake one unless they name another. */
  env?: Record<string, string>;
  /** Whether it uses the embedded database, as on a fresh machine; otherwise a database on the tests' server. */
  isEmbedded?: boolean;
  /** Errors that the server may log, because the tests provoke them. */
  expectedErrors?: RegExp;
}

/** Starts an application with its own settings. */
export async function openApplication({
  env,
  isEmbedded = false,
  expectedErrors,
}: ApplicationOptions = {}): Promise<OwnApplication> {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-e2e-'));
  const dataDir = join(folder, 'data');
  const database = isEmbedded ? undefined : await createDatabase('template_migrated');
  const own = database === undefined ? {} : { DATABASE_URL: databaseUrl(database) };
  const server = runServer(dataDir, { SPEECH_ENGINE: 'fake', ...own, ...env });
  const [url, browser] = await Promise.all([server.ready, workersBrowser()]);
  const close = async () => {
    await server.end('SIGTERM');
    if (database !== undefined) await dropDatabase(database);
    await rm(folder, { recursive: true, force: true });
    expect(errorLines(server.output()).filter((line) => !expectedErrors?.test(line))).toEqual([]);
  };
  return { url, browser, dataDir, database, folder, close };
}

/** The connection pools of this worker, by database. */
const pools = new Map<string, pg.Pool>();

/** Queries the database of an application. */
export async function query(
  { database }: Pick<Application, 'database'>,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  if (database === undefined) throw new Error('Its database is its own.');
  const pool =
    pools.get(database) ?? new pg.Pool({ ...connectionTo(database), max: 1, allowExitOnIdle: true });
  if (!pools.has(database)) {
    // Dropping the database ends idle connections.
    pool.on('error', () => undefined);
    pools.set(database, pool);
  }
  return (await pool.query(text, values)).rows;
}
