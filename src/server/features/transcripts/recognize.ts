import type { EngineName } from '#contract/speech-engines.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { joinWords } from '#domain/tokens.ts';
import type { RecognizedChunk, Transcription } from '#speech/engine.ts';
import { spokenWords, withSpeakers } from '#speech/with-speakers.ts';
import type { HeardSound } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { JobRun } from '../../jobs/queue.ts';
import { withEngine } from './choose-engine.ts';
import { deleteChunks, listChunks, storeChunk } from './chunk-queries.ts';
import { type Preparation, prepareAudio } from './prepare-audio.ts';
import type { ProgressReporter } from './progress.ts';
import { changeAsJob, type TranscriptChange, type TranscriptRow } from './queries.ts';
import { announceChange } from './service.ts';
import { Superseded } from './superseded.ts';

export type RecognitionDeps = Pick<
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
  | 'metrics'
  | 'log'
>;

/** A recording of a run that is to be recognized. */
export type Running = Preparation & { run: JobRun<unknown> };

/** A text and the engine that made it, null for captions that people wrote; and the sound that it is of, if that is not the one that is heard yet. */
export type Recognized = Transcription & { engine: EngineName | null; heard?: HeardSound | null };

/** Decodes a recording and recognizes its speech: what an earlier attempt of the run has recognized is not recognized again. Rejects as `prepareAudio` and `withEngine` do. */
export async function decodeAndRecognize(deps: RecognitionDeps, preparation: Running): Promise<Recognized> {
  const { transcript, run, progress } = preparation;
  progress.report('reading', 0);
  const audio = await prepareAudio(deps, preparation);
  const recognized = await recognize(deps, { transcript, run, audio, progress });
  return { ...recognized, heard: audio.heard };
}

interface Told extends Pick<Recognition, 'run' | 'audio' | 'progress'> {
  transcription: Transcription;
  options: TranscriptionOptions;
}

interface Recognition {
  transcript: TranscriptRow;
  run: JobRun<unknown>;
  audio: { pcmPath: string; durationMs: number };
  progress: ProgressReporter;
}

async function recognize(
  deps: RecognitionDeps,
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
async function doubt(deps: RecognitionDeps, transcript: TranscriptRow, run: JobRun<unknown>): Promise<void> {
  if (transcript.status === 'completed') return;
  try {
    await changeAsJob(deps.db, transcript.id, run.id, { lowConfidence: true });
    await announceChange(deps, deps.db, transcript);
  } catch (error) {
    deps.log.warn({ err: error, transcriptId: transcript.id }, 'cannot say that the text is doubtful');
  }
}
