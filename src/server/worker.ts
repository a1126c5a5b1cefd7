import type { Deps } from './deps.ts';
import { clipDeadLetterHandler, clipHandler } from './features/clips/cut-clip.job.ts';
import { clipDeadLetterJob, clipJob } from './features/clips/jobs.ts';
import {
  removeFilesHandler,
  transcodeDeadLetterHandler,
  transcribeDeadLetterHandler,
} from './features/transcripts/follow-up.job.ts';
import { forgetRemoteHandler } from './features/transcripts/forget-remote.job.ts';
import {
  forgetRemoteJob,
  removeFilesJob,
  transcodeDeadLetterJob,
  transcodeJob,
  transcribeDeadLetterJob,
  transcribeJob,
} from './features/transcripts/jobs.ts';
import { sweepWorkFolders } from './features/transcripts/service.ts';
import { transcodeHandler } from './features/transcripts/transcode.job.ts';
import { transcribeHandler } from './features/transcripts/transcribe.job.ts';
import { SWEEP_CRON, sweepJob } from './features/upkeep/jobs.ts';
import { sweepHandler } from './features/upkeep/sweep.job.ts';

/** Every kind of job, listed by hand; web nodes enqueue them, worker nodes run them. */
export const JOBS = [
  transcribeDeadLetterJob,
  transcribeJob,
  transcodeDeadLetterJob,
  transcodeJob,
  clipDeadLetterJob,
  clipJob,
  forgetRemoteJob,
  removeFilesJob,
  sweepJob,
];

const HOUR_MS = 60 * 60_000;
/** Temporary folders older than this are removed. */
const DAY_MS = 24 * HOUR_MS;
/** Two recordings at once, so that a short one does not wait behind a long one. */
const TRANSCRIPTIONS = 2;

/** Starts to run jobs of every kind, schedules the hourly sweep, and clears this node's temporary folder. */
export async function startWorkers(deps: Deps): Promise<void> {
  const { jobs } = deps;
  await jobs.work(transcribeJob, transcribeHandler(deps), TRANSCRIPTIONS);
  await jobs.work(transcribeDeadLetterJob, transcribeDeadLetterHandler(deps), 1);
  await jobs.work(transcodeJob, transcodeHandler(deps), 1);
  await jobs.work(transcodeDeadLetterJob, transcodeDeadLetterHandler(deps), 1);
  await jobs.work(clipJob, clipHandler(deps), 1);
  await jobs.work(clipDeadLetterJob, clipDeadLetterHandler(deps), 1);
  await jobs.work(forgetRemoteJob, forgetRemoteHandler(deps), 1);
  await jobs.work(removeFilesJob, removeFilesHandler(deps), 1);
  await jobs.work(sweepJob, sweepHandler(deps), 1);
  await jobs.schedule(sweepJob, SWEEP_CRON);
  sweepOwnFolder(deps);
}

/** The sweep runs on only one node and cannot reach the other nodes' disks, so each worker clears its own. */
function sweepOwnFolder(deps: Deps): void {
  const sweep = () =>
    sweepWorkFolders(deps, new Date(Date.now() - DAY_MS)).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'cannot remove old working folders'),
    );
  void sweep();
  setInterval(sweep, HOUR_MS).unref();
}
