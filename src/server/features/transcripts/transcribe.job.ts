import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { endsRun, whileWanted } from '../../events/unwanted.ts';
import { type JobHandler, type JobRun, Stopping } from '../../jobs/queue.ts';
import type { ScratchRoom } from '../../media/scratch.ts';
import { emit } from '../../pipeline.ts';
import { deleteChunks } from './chunk-queries.ts';
import { type Failure, failureWith, finalFailure, missingResourceOf } from './failure.ts';
import { fetchSource, handDownloadOn } from './fetch-source.ts';
import { hearSound, keptSound } from './heard-sound.ts';
import { deleteImportsOf, findWaitingImport } from './import-queries.ts';
import type { MadeFromImport } from './imported-text.ts';
import type { transcribeJob } from './jobs.ts';
import { findMedia } from './media-queries.ts';
import { type PlacingDeps, placeImport } from './place-import.ts';
import { reportProgress } from './progress.ts';
import {
  changeAsJob,
  changeTranscript,
  findTranscript,
  lockTranscript,
  replaceSegments,
  type TranscriptRow,
} from './queries.ts';
import { decodeAndRecognize, type Recognized, type Running } from './recognize.ts';
import { endRun } from './runs.ts';
import { announceChange, remoteJobOf } from './service.ts';
import { summarizeTranscription } from './statistics.ts';
import { Superseded } from './superseded.ts';
import { copyVersion, nextVersion } from './version-queries.ts';
import { workFolder } from './work-folders.ts';

type JobDeps = PlacingDeps & Pick<Deps, 'scratch'>;
type Payload = z.output<typeof transcribeJob.payload>;

/**
 * Takes a recording all the way to text: download if external, probe, decode, recognize (chunks are stored as they come),
 * diarize, waveform, completed.
 */
export function transcribeHandler(deps: JobDeps): JobHandler<Payload> {
  return async (run) => {
    const find = () => findTranscript(deps.db, run.payload.transcriptId);
    const wanted = whileWanted(deps.events, {
      isEnd: endsRun(run.id),
      isWanted: async () => (await find())?.jobId === run.id,
      reason: new Superseded(),
    });
    let isOver = true;
    let room: ScratchRoom | undefined;
    try {
      const transcript = await find();
      if (transcript?.jobId !== run.id) return;
      const signal = AbortSignal.any([run.signal, wanted.signal]);
      room = deps.scratch.open(transcript.userId);
      await transcribe(deps, { transcript, run: { ...run, signal }, room });
    } catch (error) {
      isOver = await settle(deps, run, error);
    } finally {
      wanted.end();
      room?.close();
    }
    // Not after an error that will be retried: the next run resumes from these files.
    if (isOver) await rm(workFolder(deps, run.id), { recursive: true, force: true });
  };
}

async function transcribe(
  deps: JobDeps,
  { transcript, run, room }: { transcript: TranscriptRow; run: JobRun<Payload>; room: ScratchRoom },
): Promise<void> {
  const progress = reportProgress(deps, transcript, run.id);
  const folder = workFolder(deps, run.id);
  const waiting = await findWaitingImport(deps.db, transcript.id);
  const preparation = { transcript, run, folder, room, progress };
  const made = waiting
    ? await placeImport(deps, preparation, waiting)
    : await fetchAndRecognize(deps, preparation);
  progress.report('finishing', 0);
  await complete(deps, transcript, run, made);
}

/** The text of a recording: of its captions, or recognized. */
async function fetchAndRecognize(deps: JobDeps, preparation: Running): Promise<Recognized> {
  const captions = await fetchSource(deps, preparation);
  if (captions) return { ...captions, engine: null };
  // Fetching the source may have changed what is wanted.
  const transcript = (await findTranscript(deps.db, preparation.transcript.id)) ?? preparation.transcript;
  return decodeAndRecognize(deps, { ...preparation, transcript });
}

/** Segments, statistics and 'completed' become visible together or not at all. */
async function complete(
  deps: JobDeps,
  transcript: TranscriptRow,
  run: JobRun<Payload>,
  transcription: Recognized | MadeFromImport,
): Promise<void> {
  const { rows, statistics } = summarizeTranscription(transcription);
  const imported = 'imported' in transcription ? transcription : undefined;
  await deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, transcript.id);
    if (row?.jobId !== run.id) throw new Superseded();
    const isAnew = row.status === 'completed';
    // The previous text is kept with all its edits, as an older version.
    if (isAnew) await copyVersion(tx, row, keptSound(await findMedia(tx, row.id)));
    await replaceSegments(tx, row, rows);
    await deleteChunks(tx, row.id);
    await changeTranscript(tx, row.id, {
      status: 'completed',
      stage: null,
      progressPercent: 100,
      jobId: null,
      remoteId: null,
      engine: transcription.engine,
      imported: imported?.imported ?? null,
      madeAt: new Date(deps.clock.now()),
      ...(isAnew ? { version: await nextVersion(tx, row), speakerNames: {}, showSpeakers: true } : {}),
      ...(imported ? { speakerNames: imported.speakerNames } : {}),
      language: transcription.language,
      languageBy: row.options.language === transcription.language ? 'choice' : imported ? null : 'engine',
      lowConfidence: transcription.lowConfidence,
      ...statistics,
      ...(imported ? { speakersSuggested: false } : {}),
    });
    await deleteImportsOf(tx, row.id);
    if ('heard' in transcription && transcription.heard)
      await hearSound(deps, tx, row.id, transcription.heard);
    await emit(deps, tx, 'transcript.completed', { transcriptId: row.id });
    const remote = remoteJobOf(row);
    if (remote) await emit(deps, tx, 'remote-job.ended', remote);
    await announceChange(deps, tx, row);
  });
}

/**
 * Handles a run that did not complete: nothing, a new job, the same job later, a failed transcript, or an error for the queue to
 * retry. Returns whether the working folder is no longer needed.
 */
async function settle(deps: JobDeps, run: JobRun<Payload>, error: unknown): Promise<boolean> {
  if (error instanceof Superseded) return true;
  const transcript = await findTranscript(deps.db, run.payload.transcriptId);
  if (transcript?.jobId !== run.id) return true;
  // The run that holds the job now decides what becomes of it.
  if (!(await run.isCurrent())) return false;
  if (run.signal.aborted && run.signal.reason instanceof Stopping) {
    await putBack(deps, run);
    return true;
  }
  const missing = missingResourceOf(error);
  if (missing && (await run.postpone())) {
    deps.log.warn({ transcriptId: transcript.id, err: error }, 'transcription postponed');
    await changeAsJob(deps.db, transcript.id, run.id, { stage: 'waiting' });
    await announceChange(deps, deps.db, transcript);
    // On a full disk its files are in the way, of others too.
    return missing === 'storage_full';
  }
  const failure = missing ? failureWith(missing) : finalFailure(error, transcript);
  if (failure) {
    const cause = error instanceof Error ? (error.cause ?? error.message) : error;
    deps.log.info(
      { transcriptId: transcript.id, code: failure.code, cause: String(cause) },
      'transcription failed',
    );
    await markFailed(deps, run.payload.transcriptId, run.id, failure);
    return true;
  }
  deps.log.error(
    { err: error, transcriptId: transcript.id },
    'transcription interrupted; it will be retried',
  );
  throw error;
}

/** A clean shutdown: the work continues after the next start, from the stored chunks. */
async function putBack(deps: JobDeps, run: JobRun<Payload>): Promise<void> {
  const { transcriptId } = run.payload;
  const jobId = randomUUID();
  await handDownloadOn(workFolder(deps, run.id), workFolder(deps, jobId));
  await deps.db.transaction(async (tx) => {
    const current = await changeAsJob(tx, transcriptId, run.id, { jobId, stage: 'waiting' });
    if (current) await emit(deps, tx, 'transcript.retried', { transcriptId, jobId });
  });
}

/** Ends a run for good; people see the failure's message and can try again. */
export async function markFailed(
  deps: Pick<Deps, 'db' | 'jobs' | 'events'>,
  transcriptId: number,
  jobId: string,
  failure: Failure,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, transcriptId);
    if (row?.jobId !== jobId) return;
    await endRun(deps, tx, { row, failure });
    await announceChange(deps, tx, row);
  });
}
