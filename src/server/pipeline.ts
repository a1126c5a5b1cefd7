import { z } from 'zod';
import type { Tx } from './db/client.ts';
import type { Deps } from './deps.ts';
import { clipJob } from './features/clips/jobs.ts';
import { embedJob } from './features/meaning/jobs.ts';
import { findSpeakersJob } from './features/speakers/jobs.ts';
import {
  forgetRemoteJob,
  measureWaveformJob,
  removeFilesJob,
  transcodeJob,
  transcribeJob,
} from './features/transcripts/jobs.ts';
import type { JobDefinition } from './jobs/job.ts';
import { turnOfClip, turnOfSearch, turnOfTranscript } from './jobs/turn-queries.ts';

/**
 * The events of the application and the jobs that follow from them; read this first to see what happens in which order.
 *
 *   upload.processed, source.chosen, transcript.retried
 *                                        -> transcribe (download, probe, decode, recognize, diarize, waveform; one resumable job)
 *   recording.sound-changed              -> remove the copy of the sound that was heard before
 *   recording.remuxable, recording.sound-changed, transcript.completed, run.ended-without-text
 *                                        -> transcode the recording if browsers cannot play it or not seek in it exactly
 *   transcript.completed                 -> embed its passages, so that they are found in other words, too
 *   transcript.cancelled                 -> end the running job
 *   transcript.deleted                   -> end the running jobs, its summary and its answers; remove its files
 *   clip.requested                       -> cut it out of the recording
 *   clip.deleted                         -> end the running job; remove its file
 *   speakers.wanted                      -> find out anew who speaks in a finished transcript
 *   speakers.unwanted                    -> end the running job
 *   waveform.wanted                      -> measure the waveform of an older recording in full
 *   share.revoked                        -> end the answers that its visitors are waiting for
 *   remote-job.ended                     -> delete the recording at the speech service
 *   files.unreferenced, articles.deleted -> remove the files that no row refers to
 *   project.deleted                      -> stop the answer that is being written; remove the files of its articles
 */
const events = {
  'upload.processed': z.object({ transcriptId: z.int(), jobId: z.string() }),
  'source.chosen': z.object({ transcriptId: z.int(), jobId: z.string() }),
  'transcript.retried': z.object({ transcriptId: z.int(), jobId: z.string() }),
  'recording.remuxable': transcodeJob.payload,
  'recording.sound-changed': transcodeJob.payload.extend(removeFilesJob.payload.shape),
  'transcript.completed': transcodeJob.payload,
  'run.ended-without-text': transcodeJob.payload,
  'transcript.cancelled': z.object({ jobId: z.string() }),
  'speakers.wanted': findSpeakersJob.payload.extend({ jobId: z.string() }),
  'speakers.unwanted': z.object({ jobId: z.string() }),
  'waveform.wanted': measureWaveformJob.payload,
  'share.revoked': z.object({ transcriptId: z.int() }),
  'transcript.deleted': z.object({
    transcriptId: z.int(),
    jobId: z.string().nullable(),
    clipJobIds: z.array(z.string()),
    storageKeys: z.array(z.string()),
    remote: forgetRemoteJob.payload.nullable(),
  }),
  'clip.requested': clipJob.payload.extend({ jobId: z.string() }),
  'clip.deleted': removeFilesJob.payload.extend({
    /** Null if it is not being made. */
    jobId: z.string().nullable(),
  }),
  'remote-job.ended': forgetRemoteJob.payload,
  'files.unreferenced': removeFilesJob.payload,
  'articles.deleted': removeFilesJob.payload,
  'project.deleted': removeFilesJob.payload.extend({
    /** The run that is answering a question about it. */
    answerId: z.string().nullable(),
  }),
};
type Events = { [Name in keyof typeof events]: z.infer<(typeof events)[Name]> };

type PipelineDeps = Pick<Deps, 'jobs' | 'events'>;
type Followers = {
  [Name in keyof Events]: (deps: PipelineDeps, tx: Tx, payload: Events[Name]) => Promise<void>;
};

const followers: Followers = {
  'upload.processed': transcribe,
  'source.chosen': transcribe,
  'transcript.retried': transcribe,
  'recording.remuxable': makePlayable,
  'recording.sound-changed': async (deps, tx, { transcriptId, storageKeys }) => {
    await makePlayable(deps, tx, { transcriptId });
    await removeFiles(deps, tx, { storageKeys });
  },
  'transcript.completed': async (deps, tx, payload) => {
    await makePlayable(deps, tx, payload);
    await deps.jobs.enqueue(tx, embedJob, {});
  },
  'run.ended-without-text': makePlayable,
  'transcript.cancelled': (deps, tx, { jobId }) => endJob(deps, tx, transcribeJob, jobId),
  'share.revoked': (deps, tx, { transcriptId }) =>
    deps.events.publish(tx, { kind: 'unwanted', transcriptId, of: 'visitors' }),
  'transcript.deleted': async (deps, tx, { transcriptId, jobId, clipJobIds, storageKeys, remote }) => {
    await deps.events.publish(tx, { kind: 'unwanted', transcriptId, of: 'all' });
    if (jobId) await endJob(deps, tx, transcribeJob, jobId);
    for (const each of clipJobIds) await endJob(deps, tx, clipJob, each);
    if (remote) await deps.jobs.enqueue(tx, forgetRemoteJob, remote);
    await removeFiles(deps, tx, { storageKeys });
  },
  'clip.requested': async (deps, tx, { clipId, jobId }) =>
    deps.jobs.enqueue(tx, clipJob, { clipId }, { id: jobId, turn: await turnOfClip(tx, clipId) }),
  'clip.deleted': async (deps, tx, { jobId, storageKeys }) => {
    if (jobId) await endJob(deps, tx, clipJob, jobId);
    await removeFiles(deps, tx, { storageKeys });
  },
  'speakers.wanted': async (deps, tx, { transcriptId, jobId }) => {
    const turn = await turnOfSearch(tx, transcriptId);
    await deps.jobs.enqueue(tx, findSpeakersJob, { transcriptId }, { id: jobId, turn });
  },
  'speakers.unwanted': (deps, tx, { jobId }) => endJob(deps, tx, findSpeakersJob, jobId),
  'waveform.wanted': async (deps, tx, payload) =>
    deps.jobs.enqueue(tx, measureWaveformJob, payload, {
      turn: await turnOfTranscript(tx, payload.transcriptId),
    }),
  'remote-job.ended': (deps, tx, remote) => deps.jobs.enqueue(tx, forgetRemoteJob, remote),
  'files.unreferenced': removeFiles,
  'articles.deleted': removeFiles,
  'project.deleted': async (deps, tx, { answerId, storageKeys }) => {
    if (answerId) await deps.events.publish(tx, { kind: 'stop-job', jobId: answerId });
    await removeFiles(deps, tx, { storageKeys });
  },
};

/**
 * Records within a transaction that something happened; the follow-up jobs are enqueued in the same transaction, so none is lost.
 */
export function emit<Name extends keyof Events>(
  deps: PipelineDeps,
  tx: Tx,
  name: Name,
  payload: Events[Name],
): Promise<void> {
  return followers[name](deps, tx, payload);
}

async function makePlayable(
  deps: PipelineDeps,
  tx: Tx,
  payload: Events['transcript.completed'],
): Promise<void> {
  await deps.jobs.enqueue(tx, transcodeJob, payload, {
    turn: await turnOfTranscript(tx, payload.transcriptId),
  });
}

async function transcribe(deps: PipelineDeps, tx: Tx, payload: Events['upload.processed']): Promise<void> {
  const turn = await turnOfTranscript(tx, payload.transcriptId);
  await deps.jobs.enqueue(tx, transcribeJob, payload, { id: payload.jobId, turn });
}

async function removeFiles(deps: PipelineDeps, tx: Tx, files: Events['files.unreferenced']): Promise<void> {
  if (files.storageKeys.length > 0) await deps.jobs.enqueue(tx, removeFilesJob, files);
}

/** Withdraws the job from the queue, and tells the node that may be running it to stop now rather than at the next heartbeat. */
async function endJob(deps: PipelineDeps, tx: Tx, job: JobDefinition, jobId: string): Promise<void> {
  await deps.jobs.cancel(tx, job, jobId);
  await deps.events.publish(tx, { kind: 'stop-job', jobId });
}
