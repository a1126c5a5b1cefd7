import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

/** Removes what interrupted uploads and kills left behind. */
export const sweepJob = defineJob({
  name: 'sweep',
  payload: z.object({}),
  retryLimit: 1,
  expireInSeconds: 1800,
});

/** Hourly, at a minute at which few other schedules run. */
export const SWEEP_CRON = '17 * * * *';
