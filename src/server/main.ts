import { fileURLToPath } from 'node:url';
import type { pino } from 'pino';
import { buildApp, buildWorkerApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { DataDirInUse } from './db/embedded/lock.ts';
import { DatabaseUnreachable, UnfinishedLoad } from './db/migrate.ts';
import { isOutage } from './db/outage.ts';
import { DiskFull, isDiskFull } from './disk-full.ts';
import { drain } from './http/drain.ts';
import { openLog } from './log.ts';
import { fetchesModels, fetchModelsLater, type LaterFetch } from './models/fetch-later.ts';
import { type Running, type StartOptions, start } from './start.ts';
import { notifySupervisor, stopOnSignals } from './stop.ts';
import { startWorkers } from './worker.ts';

const PAGES = fileURLToPath(new URL('../../dist/web', import.meta.url));
/** Exit code for a refused start: trying again would be refused again (EX_CONFIG). `scripts/watch.mjs` relies on it. */
const REFUSED = 78;
/**
 * How much longer than the requests' drain time a shutdown may take before the process is killed; the queue then finds its jobs
 * by their missing heartbeats.
 */
const STOP_MS = 20_000;

async function main(): Promise<void> {
  // Other users of this machine must not read recordings, whatever its default umask.
  process.umask(0o077);
  // The reader of our output may be gone (a closed terminal, `| head`): no reason to exit without stopping the database.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const say = (message: string) => process.stdout.write(`${message}\n`);
  const config = readConfig(process.env);
  const log = openLog(config.logLevel, process.stderr);
  outliveConnections(log);
  const running = await start({ config, log, say });
  try {
    await serve(running, { config, log, say });
  } catch (error) {
    // The next start on this folder would find its database still stopping.
    await running.stop();
    throw error;
  }
}

/** Listens and works until a signal ends it. Throws if it cannot listen. */
async function serve(
  running: Running,
  { config, log, say }: StartOptions & { log: pino.Logger },
): Promise<void> {
  const app =
    config.role === 'worker'
      ? await buildWorkerApp(running.deps)
      : await buildApp(running.deps, { pagesDir: PAGES });
  let fetching: LaterFetch | undefined;
  stopOnSignals({
    say,
    limitMs: config.drainMs + STOP_MS,
    stop: async () => {
      // Another worker need not wait for our requests to end.
      await Promise.all([running.deps.jobs.drain(), drain(app, config.drainMs), fetching?.close()]);
      await running.stop();
    },
  });
  watch(running, log);
  if (config.role !== 'web') await startWorkers(running.deps);
  if (config.role !== 'worker') {
    const address = await app.listen({ host: config.host, port: config.port });
    say(`Tapescript is ready: ${config.publicUrl ?? address}`);
  } else {
    if (config.metricsPort !== undefined) await app.listen({ host: config.host, port: config.metricsPort });
    say('Tapescript worker is ready');
  }
  notifySupervisor('ready');
  if (fetchesModels(config)) fetching = fetchModelsLater(running.deps, config.speech);
}

/**
 * A database connection that breaks while it is being closed, one of pg-boss's for instance, emits an error that nobody listens
 * for any more; pending queries are rejected with it anyway. Any other uncaught error ends the process.
 */
function outliveConnections(log: pino.Logger): void {
  process.on('uncaughtException', (error) => {
    if (isOutage(error)) {
      log.warn({ reason: error.message }, 'a connection broke while it was being closed');
      return;
    }
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
}

/** Without its database the application can guarantee nothing: it exits, and its supervisor restarts it. */
function watch(running: Running, log: pino.Logger): void {
  running.broken.catch(async (error: unknown) => {
    log.fatal({ err: error }, 'the database is gone');
    if (error instanceof DiskFull) process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  });
}

main().catch((error: unknown) => {
  const isRefused =
    [ConfigError, DataDirInUse, UnfinishedLoad].some((kind) => error instanceof kind) || isListenError(error);
  const isExpected = isRefused || error instanceof DatabaseUnreachable || isDiskFull(error);
  process.stderr.write(
    `${error instanceof Error && isExpected ? describe(error) : (error instanceof Error && error.stack) || String(error)}\n`,
  );
  process.exit(isRefused ? REFUSED : 1);
});

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen';
}

function describe(error: Error | NodeJS.ErrnoException): string {
  if (isDiskFull(error))
    return `There is no room left on a disk: ${error.message}. Make room and start again; what was written before is there.`;
  if (!isListenError(error)) return error.message;
  const reason = error.code === 'EADDRINUSE' ? 'the address is already in use' : error.message;
  return `Cannot listen on HOST and PORT as set: ${reason}. Stop what listens there, or set PORT to another number.`;
}
