import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createDatabase, databaseUrl } from './databases.ts';
import { lastingPort } from './ports.ts';
import { errorLines, runServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that returns the SharedServer as JSON. */
    sharedApplication: string;
  }
}

/** The application that browser tests share. */
export interface SharedServer {
  url: string;
  dataDir: string;
  /** The name of its database on the tests' database server. */
  database: string;
  /** The ports at which it expects other services. The one test file that needs a service starts its double there. */
  ports: { anthropic: number; articles: number };
  /** The errors it has logged since the last request. */
  errors: string[];
}

/** One application for all browser tests that need no settings of their own. It starts when the first test asks for it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: ReturnType<typeof start> | undefined;
  let told = 0;
  const door = createServer(async (_request, response) => {
    started ??= start(project.getProvidedContext().databaseServer);
    const { output, ...place } = await started;
    const errors = errorLines(output()).slice(told);
    told += errors.length;
    const answer: SharedServer = { ...place, errors };
    response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  project.provide('sharedApplication', `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.close();
    await (await started)?.end();
  };
}

async function start(databaseServer: ProvidedContext['databaseServer']) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tapescript-shared-'));
  const database = await createDatabase('template_migrated', databaseServer);
  const ports = { anthropic: await lastingPort(), articles: await lastingPort() };
  const env = {
    SPEECH_ENGINE: 'fake',
    DATABASE_URL: databaseUrl(database, databaseServer),
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${ports.anthropic}`,
    OUTBOUND_ALLOW: `127.0.0.1:${ports.articles}`,
  };
  const server = runServer(dataDir, env);
  const end = async () => {
    await server.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: await server.ready, dataDir, database, ports, output: server.output, end };
}
