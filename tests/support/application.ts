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
  /** Where it listens. */
  url: string;
  browser: Browser;
  /** Of its data. */
  dataDir: string;
  /** Of the tests' server, where its data is there. */
  database: string | undefined;
}

/** This worker's browser, in which each test has a window of its own. It ends with the worker. */
let launched: Promise<Browser> | undefined;

async function workersBrowser(): Promise<Browser> {
  if (!(await launched)?.isConnected()) launched = launchBrowser();
  return launched as Promise<Browser>;
}

/**
 * The application that the tests of all files share which need no settings of their own, with the speech engine that always says the same; fails
 * at the end of the file when its server has written an error down meanwhile.
 */
export async function sharedApplication(): Promise<Application> {
  const ask = async () => (await (await fetch(inject('sharedApplication'))).json()) as SharedServer;
  const [{ url, dataDir, database, errors }, browser] = await Promise.all([ask(), workersBrowser()]);
  expect(errors).toEqual([]);
  afterAll(async () => {
    expect((await ask()).errors).toEqual([]);
  });
  return { url, dataDir, database, browser };
}

interface OwnApplication extends Application {
  /** For files of the tests; it is removed at the end. */
  folder: string;
  /** Ends the server, and fails when it has written an error down: what people do is none. */
  close(): Promise<void>;
}

interface ApplicationOptions {
  /** Settings; the speech engine is the one that always says the same unless they name another. */
  env?: Record<string, string>;
  /** Whether its database is its own, as on a fresh machine; else it is one of the tests' server. */
  isEmbedded?: boolean;
  /** Starts the browser, which may use the folder and is closed at the end; else it is this worker's. */
  launch?: (folder: string) => Promise<Browser>;
  /** What the server may write down as an error, as some tests provoke it. */
  expectedErrors?: RegExp;
}

/** Starts an application with settings of its own. */
export async function openApplication({
  env,
  isEmbedded = false,
  launch,
  expectedErrors,
}: ApplicationOptions = {}): Promise<OwnApplication> {
  const folder = await mkdtemp(join(tmpdir(), 'tapescript-e2e-'));
  const dataDir = join(folder, 'data');
  const database = isEmbedded ? undefined : await createDatabase('template_migrated');
  const own = database === undefined ? {} : { DATABASE_URL: databaseUrl(database) };
  const server = runServer(dataDir, { SPEECH_ENGINE: 'fake', ...own, ...env });
  const [url, browser] = await Promise.all([server.ready, launch ? launch(folder) : workersBrowser()]);
  const close = async () => {
    if (launch) await browser.close();
    await server.end('SIGTERM');
    if (database !== undefined) await dropDatabase(database);
    await rm(folder, { recursive: true, force: true });
    expect(errorLines(server.output()).filter((line) => !expectedErrors?.test(line))).toEqual([]);
  };
  return { url, browser, dataDir, database, folder, close };
}

/** Connections of this worker, by database. */
const pools = new Map<string, pg.Pool>();

/** Asks the database of an application. */
export async function query(
  { database }: Pick<Application, 'database'>,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  if (database === undefined) throw new Error('Its database is its own.');
  const pool =
    pools.get(database) ?? new pg.Pool({ ...connectionTo(database), max: 1, allowExitOnIdle: true });
  if (!pools.has(database)) {
    // Dropping the database ends what is idle.
    pool.on('error', () => undefined);
    pools.set(database, pool);
  }
  return (await pool.query(text, values)).rows;
}
