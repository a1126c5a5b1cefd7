import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import type { Word } from '#contract/segments.ts';
import type { EngineName } from '#contract/speech-engines.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { joinWords } from '#domain/tokens.ts';
import type { RecognizedChunk, Transcription } from '#speech/engine.ts';
import { spokenWords, withSpeakers } from '#speech/with-speakers.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { endsRun, whileWanted } from '../../events/unwanted.ts';
import { type JobHandler, type JobRun, Stopping } from '../../jobs/queue.ts';
import type { ScratchRoom } from '../../media/scratch.ts';
import { emit } from '../../pipeline.ts';
import { withEngine } from './choose-engine.ts';
import { deleteChunks, listChunks, storeChunk } from './chunk-queries.ts';
import { type Failure, failureWith, finalFailure, missingResourceOf } from './failure.ts';
import { fetchSource, handDownloadOn } from './fetch-source.ts';
import { deleteImportsOf, findWaitingImport, type WaitingImport } from './import-queries.ts';
import { type MadeFromImport, putOntoRecording, wordsHeardBefore } from './imported-text.ts';
import type { transcribeJob } from './jobs.ts';
import { lengthOf, type Preparation, prepareAudio } from './prepare-audio.ts';
import { type ProgressReporter, reportProgress } from './progress.ts';
import {
  changeAsJob,
  changeTranscript,
  findTranscript,
  lockTranscript,
  replaceSegments,
  type TranscriptChange,
  type TranscriptRow,
} from './queries.ts';
import { endRun } from './runs.ts';
import { announceChange, remoteJobOf } from './service.ts';
import { summarizeTranscription } from './statistics.ts';
import { Superseded } from './superseded.ts';
import { copyVersion, nextVersion } from './version-queries.ts';
import { workFolder } from './work-folders.ts';

type JobDeps = Pick<
  Deps,
  | 'config'
  | 'db'
  | 'clock'
  | 'jobs'
  | 'events'
  | 'store'
  | 'cipher'
  | 'engine'
  | 'speechService'
  | 'speechServers'
  | 'mediaTool'
  | 'scratch'
  | 'outbound'
  | 'videos'
  | 'metrics'
  | 'work'
  | 'log'
>;
/** A text and the engine that made it; null for what people wrote: captions, and texts made elsewhere. */
type Made = (Transcription & { engine: EngineName | null }) | MadeFromImport;
type Recognized = Extract<Made, Transcription>;
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

type Running = Preparation & { run: JobRun<Payload> };

/** The text of a recording: of its captions, or recognized. */
async function fetchAndRecognize(deps: JobDeps, preparation: Running): Promise<Recognized> {
  const captions = await fetchSource(deps, preparation);
  if (captions) return { ...captions, engine: null };
  // Fetching the source may have changed what is wanted.
  const transcript = (await findTranscript(deps.db, preparation.transcript.id)) ?? preparation.transcript;
  return decodeAndRecognize(deps, { ...preparation, transcript });
}

/** A text made elsewhere, which was said to belong to the recording. */
async function placeImport(
  deps: JobDeps,
  preparation: Running,
  waiting: WaitingImport,
): Promise<MadeFromImport> {
  const { transcript, run } = preparation;
  const { language } = waiting.content;
  const known = await wordsHeardBefore(deps.db, transcript);
  // The text says who speaks.
  const options = {
    ...transcript.options,
    language: transcript.options.language ?? language,
    suggestSpeakers: false,
  };
  const asked = { ...preparation, transcript: { ...transcript, options } };
  const captions = known.length > 0 ? undefined : await fetchSource(deps, asked);
  const hear = async () => wordsOf(captions ?? (await decodeAndRecognize(deps, asked)));
  return putOntoRecording(
    deps,
    { waiting, known },
    {
      durationMs: () => lengthOf(deps, preparation),
      hear,
      overhear: async () => (captions ? wordsOf(captions) : overhear(deps, asked)),
      signal: run.signal,
    },
  );
}

function wordsOf({ segments }: Pick<Transcription, 'segments'>): Word[] {
  return segments.flatMap(({ words }) => words);
}

/** What the engine of this machine hears, at nobody's cost; nothing if it does not know the language, or doubts what it hears. */
async function overhear(deps: JobDeps, asked: Running): Promise<readonly Word[]> {
  const { transcript } = asked;
  const options = { ...transcript.options, engine: 'local' as const };
  try {
    const made = await decodeAndRecognize(deps, { ...asked, transcript: { ...transcript, options } });
    return made.lowConfidence ? [] : wordsOf(made);
  } catch (error) {
    if (error instanceof AppError && !missingResourceOf(error)) return [];
    throw error;
  }
}

async function decodeAndRecognize(deps: JobDeps, preparation: Running): Promise<Recognized> {
  const { transcript, run, progress } = preparation;
  progress.report('reading', 0);
  const audio = await prepareAudio(deps, preparation);
  return recognize(deps, { transcript, run, audio, progress });
}

interface Told extends Pick<Recognition, 'run' | 'audio' | 'progress'> {
  transcription: Transcription;
  options: TranscriptionOptions;
}

interface Recognition {
  transcript: TranscriptRow;
  run: JobRun<Payload>;
  audio: { pcmPath: string; durationMs: number };
  progress: ProgressReporter;
}

async function recognize(
  deps: JobDeps,
  { transcript, run, audio, progress }: Recognition,
): Promise<Recognized> {
  const earlier = await listChunks(deps.db, transcript.id);
  const { options } = transcript;
  const todo = { transcript, durationMs: audio.durationMs, begunBy: earlier[0]?.madeBy };
  const change = async (values: TranscriptChange) => {
    if (!(await changeAsJob(deps.db, transcript.id, run.id, values))) throw new Superseded();
  };
  return withEngine(deps, todo, async ({ madeBy, engine, remoteId, onOrdering, onOrdered }) => {
    // An existing text keeps its engine until there is a new text.
    const made = transcript.status === 'completed' ? {} : { engine: engine.name };
    await change({ runEngine: engine.name, ...made });
    const done = earlier.filter((chunk) => chunk.madeBy === madeBy);
    if (done.length < earlier.length) await deleteChunks(deps.db, transcript.id, { but: madeBy });
    await announceChange(deps, deps.db, transcript);
    const started = performance.now();
    const transcription = await engine.transcribe(
      audio,
      {
        diarize: options.suggestSpeakers,
        speakerCount: options.speakers,
        language: options.language,
        done,
        remoteId,
      },
      {
        signal: run.signal,
        onProgress: (step) => progress.reportSpeech(step),
        onChunk: async (chunk: RecognizedChunk) => {
          const stored = await storeChunk(deps.db, run.id, {
            transcriptId: transcript.id,
            madeBy,
            ...chunk,
          });
          if (!stored) throw new Superseded();
          await run.progressed();
          const text = joinWords(chunk.segments.map((segment) => segment.text));
          if (text !== '') await progress.reportText({ startMs: chunk.startMs, endMs: chunk.endMs, text });
        },
        onDoubt: () => void doubt(deps, transcript, run),
        onSubmitting: onOrdering,
        onSubmitted: async (id) => {
          onOrdered();
          await change({ remoteId: id });
          await run.progressed();
        },
      },
    );
    const told = await suggestSpeakers(deps, { transcription, options, audio, run, progress });
    const knownMs = done.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    const seconds = (performance.now() - started) / 1000;
    deps.metrics.transcribed(engine.name, Math.max(0, audio.durationMs - knownMs) / 1000, seconds);
    return { ...told, engine: engine.name };
  });
}

/** If the engine could not say who speaks although that is wanted, our own search does. */
async function suggestSpeakers(
  { engine }: Pick<Deps, 'engine'>,
  { transcription, options, audio, run, progress }: Told,
): Promise<Transcription> {
  const words = spokenWords(transcription);
  if (!options.suggestSpeakers || transcription.speakersBy || words.length === 0 || !engine.findSpeakers)
    return transcription;
  const found = await engine.findSpeakers(
    audio,
    words,
    { count: options.speakers },
    { signal: run.signal, onProgress: (step) => progress.reportSpeech(step) },
  );
  return withSpeakers(transcription, found);
}

/** Says already while the text is being written that it may be wrong. A text that is there keeps its own judgement. */
async function doubt(deps: JobDeps, transcript: TranscriptRow, run: JobRun<Payload>): Promise<void> {
  if (transcript.status === 'completed') return;
  try {
    await changeAsJob(deps.db, transcript.id, run.id, { lowConfidence: true });
    await announceChange(deps, deps.db, transcript);
  } catch (error) {
    deps.log.warn({ err: error, transcriptId: transcript.id }, 'cannot say that the text is doubtful');
  }
}

/** Segments, statistics and 'completed' become visible together or not at all. */
async function complete(
  deps: JobDeps,
  transcript: TranscriptRow,
  run: JobRun<Payload>,
  transcription: Made,
): Promise<void> {
  const { rows, statistics } = summarizeTranscription(transcription);
  const imported = 'imported' in transcription ? transcription : undefined;
  await deps.db.transaction(async (tx) => {
    const row = await lockTranscript(tx, transcript.id);
    if (row?.jobId !== run.id) throw new Superseded();
    const isAnew = row.status === 'completed';
    // The previous text is kept with all its edits, as an older version.
    if (isAnew) await copyVersion(tx, row);
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
