import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Deps } from '../../deps.ts';
import type { JobRun } from '../../jobs/queue.ts';
import { deleteExpiredLeases } from '../analysis/queries.ts';
import { keepLease, takeLease } from '../analysis/service.ts';
import { findFileKeys } from '../articles/queries.ts';
import { sweepAssistants } from '../assistants/service.ts';
import { sweepSessions } from '../auth/service.ts';
import { findClipKeys } from '../clips/queries.ts';
import { sweepInvitations } from '../projects/service.ts';
import { deleteOldUsage } from '../quotas/queries.ts';
import { findPieceKeys } from '../recordings/queries.ts';
import { sweepRecordings } from '../recordings/service.ts';
import { sweepTokens } from '../tokens/service.ts';
import { deleteOldImports } from '../transcripts/import-queries.ts';
import { findMediaKeys } from '../transcripts/media-queries.ts';
import { sweepUploads, uploadFiles } from '../uploads/service.ts';

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'store' | 'log'>;

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 500;
/** The largest difference tolerated between the clocks of database and store. */
const MAX_CLOCK_DIFFERENCE_MS = 60 * 60_000;

/**
 * Removes uploads that were not processed within a day, stored files without an owner, interrupted writes, and old sessions. One
 * node at a time: does nothing while an earlier sweep is still running somewhere.
 */
export function sweepHandler(deps: SweepDeps): (run: Pick<JobRun<unknown>, 'signal'>) => Promise<void> {
  return async ({ signal }) => {
    const taken = await deps.db.transaction((tx) => takeLease(tx, 'sweep'));
    if (!taken) return;
    const lease = keepLease(deps, taken);
    try {
      await sweep(deps, DAY_MS, AbortSignal.any([signal, lease.signal]));
    } finally {
      await lease.release();
    }
  };
}

/**
 * Touches only what is older than this: younger files may belong to a write in progress. The age of rows comes from the
 * database's clock and the age of files from the store's, never from this machine's; if the two disagree, or one has jumped,
 * nothing is touched that people might miss.
 */
export async function sweep(deps: SweepDeps, olderThanMs: number, signal: AbortSignal): Promise<void> {
  await sweepSessions(deps);
  await sweepTokens(deps);
  await sweepAssistants(deps);
  await deleteExpiredLeases(deps.db);
  await deleteOldUsage(deps.db);
  const storeTime = await timeOf(deps.store);
  const apartMs = Math.abs(storeTime - deps.clock.now());
  if (apartMs > MAX_CLOCK_DIFFERENCE_MS || !deps.clock.isSteady()) {
    deps.log.warn({ apartMs }, 'sweep skipped: the clocks of database and store disagree or have jumped');
    return;
  }
  await sweepInvitations(deps);
  await sweepUploads(deps, olderThanMs);
  await sweepRecordings(deps);
  await deleteOldImports(deps.db, olderThanMs);
  const before = new Date(storeTime - olderThanMs);
  await deps.store.sweep(before);
  let batch: string[] = [];
  for await (const { key, modifiedAt } of deps.store.list('')) {
    signal.throwIfAborted();
    if (modifiedAt < before) batch.push(key);
    if (batch.length >= BATCH) {
      await removeUnowned(deps, batch);
      batch = [];
    }
  }
  await removeUnowned(deps, batch);
}

/** The store's clock, by which it dates files: milliseconds since 1970. */
async function timeOf(store: Deps['store']): Promise<number> {
  const key = `clock/${randomBytes(8).toString('hex')}`;
  await store.put(key, Readable.from([Buffer.from('x')]), { maxBytes: 1 });
  const file = await store.stat(key);
  await store.remove(key);
  if (!file) throw new Error('The store does not have the file it has just accepted.');
  return file.modifiedAt.getTime();
}

async function removeUnowned(deps: SweepDeps, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const owned = new Set([
    ...(await uploadFiles(deps, keys)),
    ...(await findPieceKeys(deps.db, keys)),
    ...(await findMediaKeys(deps.db, keys)),
    ...(await findClipKeys(deps.db, keys)),
    ...(await findFileKeys(deps.db, keys)),
  ]);
  for (const key of keys) {
    if (owned.has(key)) continue;
    deps.log.info({ key }, 'removing a file that nothing refers to');
    await deps.store.remove(key);
  }
}
