import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { sweepJob } from '#server/features/upkeep/jobs.ts';
import type { Installation } from './installation.ts';

const QUIET_MS = 6 * 60_000;
const POLL_MS = 200;
const DAYS_MS = 2 * 24 * 60 * 60_000;

/** Waits until no job is waiting, running or due for a retry, and no lease is held. Returns what is still open after the limit. */
export async function untilQuiet(installation: Installation, limitMs = QUIET_MS): Promise<string[]> {
  const began = performance.now();
  for (;;) {
    // A process may have noticed only now that its database is gone.
    const open = await openWork(installation).catch(async () => {
      await installation.startAll();
      return ['The database does not answer'];
    });
    if (open.length === 0 || performance.now() - began > limitMs) return open;
    await delay(POLL_MS);
  }
}

async function openWork({ query }: Installation): Promise<string[]> {
  const rows = await query<{ what: string }>(`
    select format('Job %s of %s is %s', id, name, state) as what from pgboss.job
      where state in ('created', 'retry', 'active') and name not like '\\_\\_%'
    union all select format('Lease %s is held', name) from leases where expires_at > now()`);
  return rows.map(({ what }) => what);
}

/**
 * Makes all files and unprocessed uploads two days old, and lets the installation sweep as it does every hour: with its job, and each
 * worker's own folder at its start. Call it when the installation is idle.
 */
export async function letDaysPass(installation: Installation): Promise<string[]> {
  const { dataDir, query, workers, database } = installation;
  const then = new Date(Date.now() - DAYS_MS);
  for (const folder of ['media', 'work']) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    // Deepest first, so that no entry is touched after its folder.
    for (const entry of entries.reverse()) await utimes(join(entry.parentPath, entry.name), then, then);
  }
  await query(`update uploads set created_at = created_at - interval '2 days' where transcript_id is null`);
  const boss = new PgBoss({ ...connectionOf(database), supervise: false, schedule: false, migrate: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.send(sweepJob.name, {});
  await boss.stop();
  const stuck = await untilQuiet(installation);
  for (const worker of workers) await worker.stop();
  await installation.startAll();
  return [...stuck, ...(await untilWorkIsSwept(installation))];
}

/** Waits up to half a minute until workers have cleared their folders, which they do in the background after a start. */
async function untilWorkIsSwept({ dataDir }: Installation): Promise<string[]> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const left = await readdir(join(dataDir, 'work')).catch(() => []);
    if (left.length === 0 || performance.now() > deadline)
      return left.map((name) => `The working folder ${name} is left`);
    await delay(POLL_MS);
  }
}

function connectionOf({ connection }: Installation['database']) {
  return connection as ConstructorParameters<typeof PgBoss>[0] & object;
}
