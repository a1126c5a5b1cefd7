import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { drain } from '#server/http/drain.ts';
import type { QueuePatience } from '#server/jobs/queue.ts';
import { openLog } from '#server/log.ts';
import { findMediaTool } from '#server/media/find-tool.ts';
import type { ScratchDisk } from '#server/media/scratch.ts';
import type { SpeechServerLimits } from '#server/speech-servers/speech-servers.ts';
import { openDeps } from '#server/start.ts';
import { startWorkers } from '#server/worker.ts';
import type { SpeechEngine } from '#speech/engine.ts';
import { createFakeEngine } from '#speech/fake/engine.ts';
import { connectionTo, createDatabase, dropDatabase } from './databases.ts';
import { onFileFinished } from './file-end.ts';
import { Person, passwordHashOf } from './person.ts';

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  /** Creates a person with an account, signed in. */
  person(firstName?: string): Promise<Person>;
  /** A person who is not signed in. */
  visitor(): Person;
  /** Queries the database directly. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Makes the application listen on a free port (once) and returns its address. */
  listen(): Promise<string>;
}

export interface TestAppOptions {
  /** Whether to run jobs; without workers, they stay in the queue. */
  workers?: boolean;
  engine?: SpeechEngine;
  speechService?: Deps['speechService'];
  speechServerLimits?: SpeechServerLimits;
  env?: Record<string, string>;
  /** Finds stalled jobs and retries failed ones at once, or nearly so. */
  hasty?: boolean;
  /** An existing installation; by default a new, empty one. It is removed when the test ends. */
  installation?: { database: string; dataDir: string };
  /** Maps the address of the database to the one that the application uses, such as a proxy's. */
  proxyDatabase?: (connection: DatabaseConnection) => Promise<DatabaseConnection>;
  /** How much room there is for decoded sound. */
  readScratchDisk?: () => Promise<ScratchDisk>;
  /** Receives every line of the log, at all levels. */
  onLog?: (line: string) => void;
}

export type DatabaseConnection = ReturnType<typeof connectionTo>;

/** Cached, because the installed tool does not change between tests and finding it starts two programs. */
let mediaTool: ReturnType<typeof findMediaTool> | undefined;

/** The shortest that pg-boss allows. */
const HASTY_QUEUE: QueuePatience = { superviseSeconds: 1, longestPauseSeconds: 0, pollSeconds: 0.5 };

/** The shared applications of the running file, by their options as JSON. */
const shared: { options: TestAppOptions; opening: Promise<TestApp> }[] = [];

/**
 * The application shared by the tests of a file that ask for the same options; closed after the file. It suits tests that create their own
 * people and data. Tests that count or change things across the installation, restart it or cut connections need `testApp`.
 */
export function sharedApp(
  options: Pick<TestAppOptions, 'workers' | 'env' | 'speechService' | 'speechServerLimits' | 'hasty'> = {},
): Promise<TestApp> {
  const opened = shared.find((each) => isDeepStrictEqual(each.options, options));
  if (opened) return opened.opening;
  const opening = openTestApp(options).then(({ test, close }) => {
    onFileFinished(close);
    return test;
  });
  shared.push({ options, opening });
  onFileFinished(async () => void shared.splice(0));
  return opening;
}

/** Starts the whole application with its own database and data folder, without listening; closed when the test ends. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { test, close } = await openTestApp(options);
  onTestFinished(close);
  return test;
}

async function openTestApp({
  workers = false,
  engine,
  speechService,
  speechServerLimits,
  env = {},
  hasty = false,
  installation,
  proxyDatabase = async (connection) => connection,
  readScratchDisk,
  onLog,
}: TestAppOptions): Promise<{ test: TestApp; close: () => Promise<void> }> {
  const dataDir = installation?.dataDir ?? (await mkdtemp(join(tmpdir(), 'tapescript-app-')));
  const connection = installation ? connectionTo(installation.database) : await freshDatabase();
  const log = onLog ? openLog('trace', { write: onLog }) : openLog('silent', { write: () => undefined });
  mediaTool ??= findMediaTool();
  const opened = await openDeps({
    config: readConfig({ DATA_DIR: dataDir, SPEECH_ENGINE: 'fake', ...env }),
    log,
    connection: await proxyDatabase(connection),
    engine: engine ?? createFakeEngine({}),
    mediaTool: await mediaTool,
    readScratchDisk,
    speechService,
    speechServerLimits,
    queuePatience: hasty ? HASTY_QUEUE : undefined,
  });
  const app = await buildApp(opened.deps);
  const pool = new pg.Pool({ ...connection, max: 2 });
  // Dropping the database ends connections that the pool has not closed yet.
  pool.on('error', () => undefined);
  const close = async () => {
    await drain(app, 0);
    await opened.close();
    await pool.end();
    await dropDatabase(connection.database);
    await rm(dataDir, { recursive: true, force: true });
  };
  if (workers) await startWorkers(opened.deps);
  await app.ready();
  let address: Promise<string> | undefined;
  /** The hash of the first person, who really signs up; the others get the same one. */
  let passwordHash: Promise<string> | undefined;
  const test: TestApp = {
    app,
    deps: opened.deps,
    person: async (firstName = 'Ann') => {
      if (passwordHash) return Person.insert(test, await passwordHash, firstName);
      const signedUp = Person.signUp(app, firstName);
      passwordHash = signedUp.then((person) => passwordHashOf(test.sql, person));
      await passwordHash;
      return signedUp;
    },
    visitor: () => new Person(app),
    sql: async (text, values) => (await pool.query(text, values)).rows,
    listen: () => {
      address ??= app.listen({ host: '127.0.0.1', port: 0 });
      return address;
    },
  };
  return { test, close };
}

async function freshDatabase() {
  return connectionTo(await createDatabase('template_migrated'));
}
