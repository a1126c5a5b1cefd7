import type { Deps } from './deps.ts';
import {
  removeFilesHandler,
  renditionGivenUpHandler,
  transcribeGivenUpHandler,
} from './features/transcripts/follow-up.job.ts';
import { forgetRemoteHandler } from './features/transcripts/forget-remote.job.ts';
import {
  forgetRemoteJob,
  removeFilesJob,
  renditionGivenUpJob,
  renditionJob,
  transcribeGivenUpJob,
  transcribeJob,
} from './features/transcripts/jobs.ts';
import { renditionHandler } from './features/transcripts/rendition.job.ts';
import { sweepWorkFolders } from './features/transcripts/service.ts';
import { transcribeHandler } from './features/transcripts/transcribe.job.ts';
import { SWEEP_CRON, sweepJob } from './features/upkeep/jobs.ts';
import { sweepHandler } from './features/upkeep/sweep.job.ts';

/** Every kind of job, listed by hand; web nodes enqueue them, worker nodes run them. */
export const JOBS = [
  transcribeGivenUpJob,
  transcribeJob,
  renditionGivenUpJob,
  renditionJob,
  forgetRemoteJob,
  removeFilesJob,
  sweepJob,
];

const HOUR_MS = 60 * 60_000;
/** Older than this, nobody wants it any more. */
const DAY_MS = 24 * HOUR_MS;
/** Two recordings at once: a short one does not wait behind a long one. */
const TRANSCRIPTIONS = 2;

export async function startWorkers(deps: Deps): Promise<void> {
  const { jobs } = deps;
  await jobs.work(transcribeJob, transcribeHandler(deps), TRANSCRIPTIONS);
  await jobs.work(transcribeGivenUpJob, transcribeGivenUpHandler(deps), 1);
  await jobs.work(renditionJob, renditionHandler(deps), 1);
  await jobs.work(renditionGivenUpJob, renditionGivenUpHandler(deps), 1);
  await jobs.work(forgetRemoteJob, forgetRemoteHandler(deps), 1);
  await jobs.work(removeFilesJob, removeFilesHandler(deps), 1);
  await jobs.work(sweepJob, sweepHandler(deps), 1);
  await jobs.schedule(sweepJob, SWEEP_CRON);
  sweepOwnFolder(deps);
}

/** The one sweep of all nodes does not reach the disks of the others: each worker clears its own. */
function sweepOwnFolder(deps: Deps): void {
  const sweep = () =>
    sweepWorkFolders(deps, new Date(Date.now() - DAY_MS)).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'old working folders could not be removed'),
    );
  void sweep();
  setInterval(sweep, HOUR_MS).unref();
}
