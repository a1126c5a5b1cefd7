import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MAX_RECORDING_MS } from '#contract/limits.ts';
import type { EngineName } from '#contract/speech-engines.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { fileTitle, recordingTitle } from '#domain/recording-title.ts';
import type { RecognizedChunk, Transcription } from '#speech/engine.ts';
import { spokenWords, withSpeakers } from '#speech/with-speakers.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { endsRun, whileWanted } from '../../events/unwanted.ts';
import { type JobHandler, type JobRun, Stopping } from '../../jobs/queue.ts';
import { isRemuxable } from '../../media/playable.ts';
import { playbackOf } from '../../media/playback.ts';
import { decodedPart, decodeWithin, type ScratchRoom } from '../../media/scratch.ts';
import type { SoundClock } from '../../media/sound-clock.ts';
import { measureWaveform } from '../../media/waveform.ts';
import { emit } from '../../pipeline.ts';
import { readNote, writeNote } from '../../storage/note.ts';
import { withEngine } from './choose-engine.ts';
import { deleteChunks, listChunks, storeChunk } from './chunk-queries.ts';
import { type Failure, failureWith, finalFailure, missingResourceOf } from './failure.ts';
import { fetchSource, handDownloadOn } from './fetch-source.ts';
import type { transcribeJob } from './jobs.ts';
import { changeMediaAsJob, findMedia, type MediaChange } from './media-queries.ts';
import { type ProgressReporter, reportProgress } from './progress.ts';
import {
  changeAsJob,
  changeTranscript,
  findTranscript,
  lockTranscript,
  renameAsJob,
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
  | 'log'
>;
/** A text and the engine that made it; null for captions written by people. */
type Made = Transcription & { engine: EngineName | null };
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
  const captions = await fetchSource(deps, { transcript, run, folder, progress });
  const transcription = captions
    ? { ...captions, engine: null }
    : await decodeAndRecognize(deps, { transcript, run, folder, room, progress });
  progress.report('finishing', 0);
  await complete(deps, transcript, run, transcription);
}

async function decodeAndRecognize(deps: JobDeps, preparation: Preparation): Promise<Made> {
  const { transcript, run, progress } = preparation;
  progress.report('reading', 0);
  const audio = await prepareAudio(deps, preparation);
  return recognize(deps, { transcript, run, audio, progress });
}

interface Preparation {
  transcript: TranscriptRow;
  run: JobRun<Payload>;
  folder: string;
  room: ScratchRoom;
  progress: ProgressReporter;
}

const PreparedAudio = z.object({ durationMs: z.int(), storageKey: z.string() });

/** The decoded audio in the working folder; reuses what an earlier run of the job decoded on this machine. */
async function prepareAudio(deps: JobDeps, { transcript, run, folder, progress, room }: Preparation) {
  const media = await findMedia(deps.db, transcript.id);
  if (!media) throw new AppError('media_missing');
  const pcmPath = join(folder, 'audio.f32');
  const note = join(folder, 'audio.json');
  const earlier = await readNote(note, PreparedAudio);
  if (earlier?.storageKey === media.storageKey) return { pcmPath, durationMs: earlier.durationMs };

  const learn = async (facts: MediaChange) => {
    if (!(await changeMediaAsJob(deps.db, transcript.id, run.id, facts))) throw new Superseded();
  };
  await mkdir(folder, { recursive: true });
  const durationMs = await deps.store.withLocalFile(
    media.storageKey,
    async (path) => {
      const info = await deps.mediaTool.probe(path, { signal: run.signal });
      const { sound } = info;
      if (!sound) throw new AppError('no_audio');
      if (sound.lastMs > MAX_RECORDING_MS) throw new AppError('media_too_long');
      const transcode = (clock: SoundClock): MediaChange => ({
        transcode: playbackOf(info, clock).playable ? 'not-needed' : 'pending',
      });
      const isMade = media.transcode === 'made';
      const { kind, mimeType } = playbackOf(info, 'steady');
      const { number: soundTrack, of: soundTracks } = sound;
      await learn({ kind, mimeType, soundTrack, soundTracks, ...(isMade ? {} : transcode('steady')) });
      await takeTitle(deps, transcript, run, info.title);
      await announceDuration(deps, transcript, run, info.durationMs);
      const decoded = await decodeWithin(
        deps.mediaTool,
        room,
        { path, target: pcmPath, sound },
        {
          signal: run.signal,
          onProgress: (doneMs) => progress.report('decoding', decodedPart(sound, doneMs)),
        },
      );
      const { clock } = decoded;
      // The copy of an earlier run was made at the times that were read then.
      const isTrue = isMade && clock === (media.soundClock ?? 'steady');
      const change = { soundClock: clock, ...(isTrue ? {} : transcode(clock)) };
      await learn(change);
      // What takes no encoding need not wait for the text.
      if (change.transcode === 'pending' && isRemuxable({ info, clock }))
        await deps.db.transaction((tx) =>
          emit(deps, tx, 'recording.remuxable', { transcriptId: transcript.id }),
        );
      return decoded.durationMs;
    },
    run.signal,
  );
  const waveform = await measureWaveform(pcmPath, durationMs, run.signal);
  await learn({ waveform: waveform.peaks, waveformBucketMs: waveform.bucketMs });
  await announceDuration(deps, transcript, run, durationMs);
  await writeNote(note, { durationMs, storageKey: media.storageKey });
  return { pcmPath, durationMs };
}

async function announceDuration(
  deps: JobDeps,
  transcript: TranscriptRow,
  run: JobRun<Payload>,
  durationMs: number | null,
): Promise<void> {
  const current = await changeAsJob(deps.db, transcript.id, run.id, { durationMs });
  if (!current) throw new Superseded();
  await announceChange(deps, deps.db, transcript);
}

/** Takes an uploaded file's embedded title, unless somebody has given it one in the meantime. */
async function takeTitle(
  { db }: JobDeps,
  { id, sourceType, status, originalFilename }: TranscriptRow,
  run: JobRun<Payload>,
  tag: string | null,
): Promise<void> {
  const title = recordingTitle(tag);
  if (title === null || sourceType !== 'upload' || status !== 'processing' || originalFilename === null)
    return;
  await renameAsJob(db, { id, jobId: run.id }, { from: fileTitle(originalFilename), to: title });
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

async function recognize(deps: JobDeps, { transcript, run, audio, progress }: Recognition): Promise<Made> {
  const earlier = await listChunks(deps.db, transcript.id);
  // Fetching the source may have changed this.
  const { options } = (await findTranscript(deps.db, transcript.id)) ?? transcript;
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
          const text = chunk.segments.map((segment) => segment.text).join(' ');
          if (text !== '') await progress.reportText(text);
        },
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

/** Segments, statistics and 'completed' become visible together or not at all. */
async function complete(
  deps: JobDeps,
  transcript: TranscriptRow,
  run: JobRun<Payload>,
  transcription: Made,
): Promise<void> {
  const { rows, statistics } = summarizeTranscription(transcription);
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
      madeAt: new Date(deps.clock.now()),
      ...(isAnew ? { version: await nextVersion(tx, row), speakerNames: {}, showSpeakers: true } : {}),
      language: transcription.language,
      languageBy: row.options.language === transcription.language ? 'choice' : 'engine',
      lowConfidence: transcription.lowConfidence,
      ...statistics,
    });
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
