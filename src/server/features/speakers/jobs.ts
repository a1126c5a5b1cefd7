import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

/** Finds out anew who speaks in a finished transcript. */
export const findSpeakersJob = defineJob({
  name: 'find-speakers',
  payload: z.object({ transcriptId: z.int() }),
  retryLimit: 3,
  longestPauseSeconds: 60,
  expireInSeconds: 6 * 60 * 60,
  deadLetter: 'find-speakers-given-up',
});

/** The dead letters of `findSpeakersJob`: a search whose tries are used up. It is marked as failed. */
export const findSpeakersDeadLetterJob = defineJob({
  name: 'find-speakers-given-up',
  payload: findSpeakersJob.payload,
  retryLimit: 5,
  expireInSeconds: 60,
});
