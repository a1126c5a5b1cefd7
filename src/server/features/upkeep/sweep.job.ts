import type { Deps } from '../../deps.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { sweepAllowances } from '../allowances/service.ts';
import { sweepLeases } from '../analysis/service.ts';
import { articleFiles } from '../articles/service.ts';
import { sweepSessions } from '../auth/service.ts';
import { sweepInvitations } from '../projects/service.ts';
import { recordingFiles, sweepRecordings } from '../recordings/service.ts';
import { sweepWorkFolders, transcriptFiles } from '../transcripts/service.ts';
import { sweepUploads, uploadFiles } from '../uploads/service.ts';

type SweepDeps = Pick<Deps, 'db' | 'config' | 'store' | 'log'>;

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 500;

/** Uploads that nobody processed within a day, files of the store without an owner, broken-off writes, old sessions. */
export function sweepHandler(deps: SweepDeps): JobHandler<unknown> {
  return ({ signal }) => sweep(deps, new Date(Date.now() - DAY_MS), signal);
}

/** Only what is older than `before` is touched: younger files may belong to what is just being written. */
export async function sweep(deps: SweepDeps, before: Date, signal: AbortSignal): Promise<void> {
  await sweepSessions(deps);
  await sweepLeases(deps);
  await sweepAllowances(deps);
  await sweepInvitations(deps);
  await sweepUploads(deps, before);
  await sweepRecordings(deps);
  await sweepWorkFolders(deps, before);
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
