import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { failureWith } from './failure.ts';
import type { removeFilesJob, renditionGivenUpJob, transcribeGivenUpJob } from './jobs.ts';
import { changeMedia, findMedia, findTranscript } from './queries.ts';
import { announceChange } from './service.ts';
import { markFailed } from './transcribe.job.ts';

/** Removes files of the store that nothing refers to any more. */
export function removeFilesHandler({
  store,
}: Pick<Deps, 'store'>): JobHandler<z.output<typeof removeFilesJob.payload>> {
  return async ({ payload: { storageKeys } }) => {
    for (const key of storageKeys) await store.remove(key);
  };
}

/** Marks a transcription as failed whose tries are used up: nothing stays processing for ever. */
export function transcribeGivenUpHandler(
  deps: Pick<Deps, 'db' | 'jobs' | 'events'>,
): JobHandler<z.output<typeof transcribeGivenUpJob.payload>> {
  return ({ payload: { transcriptId, jobId } }) =>
    markFailed(deps, transcriptId, jobId, failureWith('engine_failed'));
}

/** Marks a recording whose copy could not be made in all its tries: nobody waits for it for ever. */
export function renditionGivenUpHandler(
  deps: Pick<Deps, 'db' | 'events'>,
): JobHandler<z.output<typeof renditionGivenUpJob.payload>> {
  return async ({ payload: { transcriptId } }) => {
    const transcript = await findTranscript(deps.db, transcriptId);
    const media = await findMedia(deps.db, transcriptId);
    if (!transcript || media?.rendition !== 'pending') return;
    await changeMedia(deps.db, transcriptId, { rendition: 'failed' });
    await announceChange(deps, deps.db, transcript);
  };
}
