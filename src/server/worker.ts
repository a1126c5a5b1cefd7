import type { z } from 'zod';
import type { Deps } from './deps.ts';
import { clipDeadLetterHandler, clipHandler } from './features/clips/cut-clip.job.ts';
import { clipDeadLetterJob, clipJob } from './features/clips/jobs.ts';
import { embedHandler } from './features/meaning/embed.job.ts';
import { EMBED_CRON, embedJob } from './features/meaning/jobs.ts';
import { findSpeakersDeadLetterHandler, findSpeakersHandler } from './features/speakers/find-speakers.job.ts';
import { findSpeakersDeadLetterJob, findSpeakersJob } from './features/speakers/jobs.ts';
import {
  removeFilesHandler,
  transcodeDeadLetterHandler,
  transcribeDeadLetterHandler,
} from './features/transcripts/follow-up.job.ts';
import { forgetRemoteHandler } from './features/transcripts/forget-remote.job.ts';
import {
  forgetRemoteJob,
  measureWaveformDeadLetterJob,
  measureWaveformJob,
  removeFilesJob,
  transcodeDeadLetterJob,
  transcodeJob,
  transcribeDeadLetterJob,
  transcribeJob,
} from './features/transcripts/jobs.ts';
import {
  measureWaveformDeadLetterHandler,
  measureWaveformHandler,
} from './features/transcripts/measure-waveform.job.ts';
import { transcodeHandler } from './features/transcripts/transcode.job.ts';
import { transcribeHandler } from './features/transcripts/transcribe.job.ts';
import { sweepWorkFolders } from './features/transcripts/work-folders.ts';
import { SWEEP_CRON, sweepJob } from './features/upkeep/jobs.ts';
import { sweepHandler } from './features/upkeep/sweep.job.ts';
import type { JobDefinition } from './jobs/job.ts';
import type { JobHandler } from './jobs/queue.ts';

/** A kind of job with what does it, and how many of it one node does at the same time: altogether, and of one person. */
function kind<Payload extends z.ZodType>(
  job: JobDefinition<Payload>,
  handler: (deps: Deps) => JobHandler<z.output<Payload>>,
  limits = { concurrency: 1, each: 1 },
) {
  return { job, work: (deps: Deps) => deps.jobs.work(job, handler(deps), limits) };
}

/** Every kind of job; web nodes enqueue them, worker nodes do them. */
const KINDS = [
  kind(transcribeDeadLetterJob, transcribeDeadLetterHandler),
  // Two recordings at once, so that a short one does not wait behind a long one, and one more for somebody else.
  kind(transcribeJob, transcribeHandler, { concurrency: 3, each: 2 }),
  kind(transcodeDeadLetterJob, transcodeDeadLetterHandler),
  kind(transcodeJob, transcodeHandler, { concurrency: 2, each: 1 }),
  kind(findSpeakersDeadLetterJob, findSpeakersDeadLetterHandler),
  kind(findSpeakersJob, findSpeakersHandler, { concurrency: 2, each: 1 }),
  kind(clipDeadLetterJob, clipDeadLetterHandler),
  kind(clipJob, clipHandler, { concurrency: 2, each: 1 }),
  kind(measureWaveformDeadLetterJob, measureWaveformDeadLetterHandler),
  kind(measureWaveformJob, measureWaveformHandler),
  kind(forgetRemoteJob, forgetRemoteHandler),
  kind(removeFilesJob, removeFilesHandler),
  kind(embedJob, embedHandler),
  kind(sweepJob, sweepHandler),
];
/** Their definitions, from which the queues are made. */
export const JOBS: readonly JobDefinition[] = KINDS.map(({ job }) => job);

const HOUR_MS = 60 * 60_000;
/** Temporary folders older than this are removed. */
const DAY_MS = 24 * HOUR_MS;

/** Starts to run jobs of every kind, schedules the hourly sweep, and clears this node's temporary folder. */
export async function startWorkers(deps: Deps): Promise<void> {
  for (const { work } of KINDS) await work(deps);
  await deps.jobs.schedule(sweepJob, SWEEP_CRON);
  if (deps.embedder) await deps.jobs.schedule(embedJob, EMBED_CRON);
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
