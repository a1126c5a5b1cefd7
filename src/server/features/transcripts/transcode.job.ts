import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { missingResourceOf } from './failure.ts';
import type { transcodeJob } from './jobs.ts';
import { changePendingMedia, findMedia } from './media-queries.ts';
import { findTranscript } from './queries.ts';
import { announceChange } from './service.ts';

type JobDeps = Pick<Deps, 'config' | 'db' | 'events' | 'store' | 'mediaTool' | 'log'>;

/** A transcode is never larger than this many times the largest upload; more would be a trick of the file. */
const MAX_BYTES = 4_000_000_000;

/** Makes the copy that browsers play of a recording that they do not (MOV, AVI), and puts it into the store. */
export function transcodeHandler(deps: JobDeps): JobHandler<z.output<typeof transcodeJob.payload>> {
  return async ({ payload: { transcriptId }, signal, postpone }) => {
    const media = await findMedia(deps.db, transcriptId);
    if (media?.transcode !== 'pending') return;
    try {
      const transcodeStorageKey = await transcode(deps, transcriptId, media.storageKey, signal);
      await endTranscode(deps, transcriptId, { transcode: 'made', transcodeStorageKey });
      // Deleted meanwhile: nobody else would remove the copy.
      if (!(await findMedia(deps.db, transcriptId))) await deps.store.remove(transcodeStorageKey);
    } catch (error) {
      const missing = missingResourceOf(error);
      if (missing && (await postpone())) {
        deps.log.warn({ transcriptId, err: error }, 'making the playable copy is put off');
        return;
      }
      if (!missing && !(error instanceof AppError)) throw error;
      const code = error instanceof AppError ? error.code : missing;
      deps.log.info({ transcriptId, code }, 'no playable copy could be made');
      await endTranscode(deps, transcriptId, { transcode: 'failed' });
    }
  };
}

/** Writes down what became of the copy, where that is still open: a run that comes late does not take back what another has made. */
export async function endTranscode(
  deps: Pick<Deps, 'db' | 'events'>,
  transcriptId: number,
  outcome: { transcode: 'made'; transcodeStorageKey: string } | { transcode: 'failed' },
): Promise<void> {
  if (!(await changePendingMedia(deps.db, transcriptId, outcome))) return;
  const transcript = await findTranscript(deps.db, transcriptId);
  if (transcript) await announceChange(deps, deps.db, transcript);
}

async function transcode(
  deps: JobDeps,
  transcriptId: number,
  storageKey: string,
  signal: AbortSignal,
): Promise<string> {
  // A run's own: one that stood still and another that took its place do not meddle with each other.
  const folder = join(deps.config.dataDir, 'work', `transcode-${transcriptId}-${randomUUID()}`);
  const target = join(folder, 'playable.mp4');
  // The folder of the store has its first name, as files that are there do.
  const key = `renditions/${storageKey.replace(/^.*\//, '')}.mp4`;
  await mkdir(folder, { recursive: true });
  try {
    await deps.store.withLocalFile(
      storageKey,
      async (path) => {
        const info = await deps.mediaTool.probe(path, { signal });
        await deps.mediaTool.makePlayable(path, target, info, { signal });
      },
      signal,
    );
    await deps.store.put(key, createReadStream(target), { maxBytes: MAX_BYTES, signal });
    return key;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
