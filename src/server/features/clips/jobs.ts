import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

/** Cuts a clip out of a recording. */
export const clipJob = defineJob({
  name: 'clip',
  payload: z.object({ clipId: z.int() }),
  retryLimit: 3,
  longestPauseSeconds: 60,
  expireInSeconds: 3 * 60 * 60,
  deadLetter: 'clip-given-up',
});

/** The dead letters of `clipJob`: a clip whose tries are used up. It is marked as failed. */
export const clipDeadLetterJob = defineJob({
  name: 'clip-given-up',
  payload: clipJob.payload,
  retryLimit: 5,
  expireInSeconds: 60,
});
