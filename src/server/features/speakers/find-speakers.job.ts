import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import type { Word } from '#contract/segments.ts';
import { type SpokenTurn, turnsOfWords } from '#domain/speakers-again.ts';
import type { SpeakerMethod } from '#speech/engine.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { endsRun, endsWithTranscript, whileWanted } from '../../events/unwanted.ts';
import type { JobHandler } from '../../jobs/queue.ts';
import { decodedPart, decodeWithin } from '../../media/scratch.ts';
import { listWords, missingResourceOf, originalOf, ownerOf } from '../transcripts/service.ts';
import type { findSpeakersDeadLetterJob, findSpeakersJob } from './jobs.ts';
import { changeRunningSearch, findSearch, type SearchRow } from './queries.ts';
import { announceSearch } from './service.ts';

type JobDeps = Pick<Deps, 'config' | 'db' | 'events' | 'store' | 'mediaTool' | 'scratch' | 'engine' | 'log'>;

/** The search was stopped, or is done by another run now. */
class Superseded extends Error {}

/** How often windows are told about progress. */
const PROGRESS_MS = 1000;
/** Where decoding ends, in percent of the whole. */
const DECODED_PERCENT = 10;

/** Finds out who speaks when in a transcript's recording, by the words of its text. */
export function findSpeakersHandler(deps: JobDeps): JobHandler<z.output<typeof findSpeakersJob.payload>> {
  return async ({ id: jobId, payload: { transcriptId }, signal, postpone }) => {
    const find = async () => {
      const search = await findSearch(deps.db, transcriptId);
      return search?.status === 'processing' && search.jobId === jobId ? search : undefined;
    };
    const search = await find();
    if (!search) return;
    const isEndOfRun = endsRun(jobId);
    const isEndOfTranscript = endsWithTranscript(transcriptId);
    const wanted = whileWanted(deps.events, {
      isEnd: (message) => isEndOfRun(message) || isEndOfTranscript(message),
      isWanted: async () => (await find()) !== undefined,
      reason: new Superseded(),
    });
    try {
      await findAgain(deps, search, AbortSignal.any([signal, wanted.signal]));
    } catch (error) {
      if (error instanceof Superseded) return;
      const missing = missingResourceOf(error);
      if (missing && (await postpone())) {
        deps.log.warn({ transcriptId, err: error }, 'search for speakers postponed');
        return;
      }
      if (!missing && !(error instanceof AppError)) throw error;
      const code = error instanceof AppError ? error.code : (missing ?? 'speakers_failed');
      deps.log.info({ transcriptId, code, err: error }, 'search for speakers failed');
      await fail(deps, search, code);
    } finally {
      wanted.end();
    }
  };
}

/** Marks a search whose retries are used up as failed, so that nobody waits for it any more. */
export function findSpeakersDeadLetterHandler(
  deps: Pick<Deps, 'db' | 'events'>,
): JobHandler<z.output<typeof findSpeakersDeadLetterJob.payload>> {
  return async ({ payload: { transcriptId } }) => {
    const search = await findSearch(deps.db, transcriptId);
    if (search) await fail(deps, search, 'speakers_failed');
  };
}

async function fail(
  deps: Pick<Deps, 'db' | 'events'>,
  search: SearchRow,
  errorCode: ErrorCode,
): Promise<void> {
  if (await changeRunningSearch(deps.db, search, { status: 'failed', errorCode }))
    await announce(deps, search);
}

async function findAgain(deps: JobDeps, search: SearchRow, signal: AbortSignal): Promise<void> {
  const original = await originalOf(deps, { id: search.transcriptId });
  if (!original) throw new AppError('speakers_without_recording');
  const words = await wordsOf(deps, search.transcriptId);
  // Each run has its own folder, so that a stalled run and its replacement do not interfere.
  const folder = join(deps.config.dataDir, 'work', `speakers-${randomUUID()}`);
  const pcmPath = join(folder, 'audio.f32');
  const report = reportProgress(deps, search);
  const room = deps.scratch.open(search.userId ?? 0);
  try {
    await mkdir(folder, { recursive: true });
    const { durationMs } = await deps.store.withLocalFile(
      original.key,
      async (path) => {
        const { sound } = await deps.mediaTool.probe(path, { signal, wanted: original.heard });
        if (!sound) throw new AppError('no_audio');
        return decodeWithin(
          deps.mediaTool,
          room,
          { path, target: pcmPath, sound },
          {
            signal,
            onProgress: (doneMs) => report(DECODED_PERCENT * decodedPart(sound, doneMs)),
          },
        );
      },
      signal,
    );
    const found = await turnsIn(deps, { search, words, signal, report, audio: { pcmPath, durationMs } });
    if (!(await changeRunningSearch(deps.db, search, { status: 'ready', progressPercent: 100, ...found })))
      throw new Superseded();
    await announce(deps, search);
  } finally {
    await rm(folder, { recursive: true, force: true });
    room.close();
  }
}

interface Listening {
  search: SearchRow;
  words: readonly Word[];
  signal: AbortSignal;
  report: (percent: number) => void;
  audio: { pcmPath: string; durationMs: number };
}

async function turnsIn(
  { engine }: JobDeps,
  { search, words, signal, report, audio }: Listening,
): Promise<{ turns: SpokenTurn[]; foundBy: SpeakerMethod | null }> {
  if (words.length === 0) return { turns: [], foundBy: null };
  if (!engine.findSpeakers) throw new AppError('speakers_failed');
  const { speakers, by } = await engine.findSpeakers(
    audio,
    words,
    { count: search.speakers },
    {
      signal,
      onProgress: ({ doneMs, totalMs }) =>
        report(DECODED_PERCENT + (totalMs > 0 ? ((100 - DECODED_PERCENT) * doneMs) / totalMs : 0)),
    },
  );
  return { turns: turnsOfWords(words, speakers), foundBy: by };
}

/** All words of the text, in order of time. */
async function wordsOf({ db }: Pick<Deps, 'db'>, transcriptId: number): Promise<Word[]> {
  const segments = await listWords(db, transcriptId);
  // Written by this application, according to the column's schema.
  return segments
    .flatMap(({ words }) => JSON.parse(words) as Word[])
    .toSorted((a, b) => a.startMs - b.startMs);
}

/** Stores how far a run is, and tells the windows, once a second at most; it never goes backwards. */
function reportProgress(deps: JobDeps, search: SearchRow): (percent: number) => void {
  let told = performance.now();
  let most = search.progressPercent;
  return (percent) => {
    most = Math.max(most, Math.min(99, percent));
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    // Progress is not worth failing for.
    changeRunningSearch(deps.db, search, { progressPercent: most })
      .then((isRunning) => (isRunning ? announce(deps, search) : undefined))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'cannot report progress'));
  };
}

async function announce(deps: Pick<Deps, 'db' | 'events'>, { transcriptId }: SearchRow): Promise<void> {
  const userId = await ownerOf(deps, transcriptId);
  if (userId !== undefined) await announceSearch(deps, deps.db, { id: transcriptId, userId });
}
