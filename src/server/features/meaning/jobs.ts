import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

/** Brings the vectors of all sources up to date. Which they are, the database says: a job more finds nothing to do. */
export const embedJob = defineJob({
  name: 'embed',
  payload: z.object({}),
  retryLimit: 3,
  longestPauseSeconds: 60,
  expireInSeconds: 60 * 60,
});

/** Every minute: for what was edited, added or restored since, or made by another model. */
export const EMBED_CRON = '* * * * *';
