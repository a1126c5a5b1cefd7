import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

/** Removes what broken-off uploads and kills left behind. */
export const sweepJob = defineJob({
  name: 'sweep',
  payload: z.object({}),
  retryLimit: 1,
  expireInSeconds: 1800,
});

/** Every hour, at a minute when not everybody's clocks strike. */
export const SWEEP_CRON = '17 * * * *';
