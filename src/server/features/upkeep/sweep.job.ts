import type { Deps } from '../../deps.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { sweepAllowances } from '../allowances/service.ts';
import { keepLease, sweepLeases, takeLease } from '../analysis/service.ts';
import { articleFiles } from '../articles/service.ts';
import { sweepSessions } from '../auth/service.ts';
import { sweepInvitations } from '../projects/service.ts';
import { recordingFiles, sweepRecordings } from '../recordings/service.ts';
import { transcriptFiles } from '../transcripts/service.ts';
import { sweepUploads, uploadFiles } from '../uploads/service.ts';

type SweepDeps = Pick<Deps, 'db' | 'store' | 'log'>;

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 500;

/**
 * Uploads that nobody processed within a day, files of the store without an owner, broken-off writes, old sessions. One node at a
 * time: while a sweep of an hour ago is still going on somewhere, there is nothing to do here.
 */
export function sweepHandler(deps: SweepDeps): JobHandler<unknown> {
  return async ({ signal }) => {
    const taken = await deps.db.transaction((tx) => takeLease(tx, 'sweep'));
    if (!taken) return;
    const lease = keepLease(deps, taken);
    try {
      await sweep(deps, new Date(Date.now() - DAY_MS), AbortSignal.any([signal, lease.signal]));
    } finally {
      await lease.release();
    }
  };
}

/** Only what is older than `before` is touched: younger files may belong to what is just being written. */
export async function sweep(deps: SweepDeps, before: Date, signal: AbortSignal): Promise<void> {
  await sweepSessions(deps);
  await sweepLeases(deps);
  await sweepAllowances(deps);
  await sweepInvitations(deps);
  await sweepUploads(deps, before);
  await sweepRecordings(deps);
  await deps.store.sweep(Date.now() - before.getTime());
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

async function removeUnowned(deps: SweepDeps, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const owned = new Set([
    ...(await uploadFiles(deps, keys)),
    ...(await recordingFiles(deps, keys)),
    ...(await transcriptFiles(deps, keys)),
    ...(await articleFiles(deps, keys)),
  ]);
  for (const key of keys) {
    if (owned.has(key)) continue;
    deps.log.info({ key }, 'removing a file that nothing refers to');
    await deps.store.remove(key);
  }
}
