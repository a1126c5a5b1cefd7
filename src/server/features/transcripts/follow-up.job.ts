import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { failureWith } from './failure.ts';
import type { removeFilesJob, transcodeDeadLetterJob, transcribeDeadLetterJob } from './jobs.ts';
import { findMedia } from './media-queries.ts';
import { endTranscode } from './transcode.job.ts';
import { markFailed } from './transcribe.job.ts';

/** Removes files from the store that nothing refers to any more. */
export function removeFilesHandler({
  store,
}: Pick<Deps, 'store'>): JobHandler<z.output<typeof removeFilesJob.payload>> {
  return async ({ payload: { storageKeys } }) => {
    for (const key of storageKeys) await store.remove(key);
  };
}

/** Marks a transcription whose retries are used up as failed: nothing stays in processing for ever. */
export function transcribeDeadLetterHandler(
  deps: Pick<Deps, 'db' | 'jobs' | 'events'>,
): JobHandler<z.output<typeof transcribeDeadLetterJob.payload>> {
  return ({ payload: { transcriptId, jobId } }) =>
    markFailed(deps, transcriptId, jobId, failureWith('engine_failed'));
}

/** Records that there is no playable copy once its retries are used up. */
export function transcodeDeadLetterHandler(
  deps: Pick<Deps, 'db' | 'events'>,
): JobHandler<z.output<typeof transcodeDeadLetterJob.payload>> {
  return async ({ payload: { transcriptId } }) => {
    const media = await findMedia(deps.db, transcriptId);
    if (media) await endTranscode(deps, media, { transcode: 'failed' });
  };
}
