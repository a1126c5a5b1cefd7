import { segmentsOfWords } from '#domain/segmentation.ts';
import type { Audio, RecognizedChunk, SpeechStage, TranscribeHooks, TranscribeOptions } from '../engine.ts';
import { SAMPLES_PER_MS } from '../local/pcm.ts';
import type { Span } from '../local/speech-regions.ts';
import { withPatience } from '../patience.ts';
import { SpeechError } from '../speech-error.ts';
import { wavOfPcm } from '../wav.ts';
import type { SpeechServerClient } from './client.ts';
import { languageTagOf } from './language-tag.ts';
import type { ServerPatience } from './patience.ts';
import { halve, type Piece, type Plan } from './pieces.ts';
import type { Heard } from './read-answer.ts';
import { numberSpeakers } from './speakers.ts';
import { summedMs } from './summed-ms.ts';
import { timeWords } from './word-times.ts';

export interface Sending {
  client: SpeechServerClient;
  patience: ServerPatience;
  audio: Audio;
  options: TranscribeOptions;
  hooks: TranscribeHooks;
  /** Milliseconds of the recording. */
  report: (stage: SpeechStage, doneMs: number) => void;
}

export interface Recognized {
  /** In any order. */
  chunks: RecognizedChunk[];
  /** The language of most words of this run; null if the server did not say. */
  language: string | null;
  /** The server has named speakers in this run. */
  areSpeakersTold: boolean;
}

/** Many local servers do one piece after the other: more at once would only wait there. */
const AT_ONCE = 2;
/** A piece that is too large for the server is not halved below this. */
const SHORTEST_MS = 30_000;

/**
 * Sends the missing pieces, the first one alone: what is learned from it serves the others. After a failure no more are begun, but
 * what the server is working on is waited for and kept. Rejects with SpeechError, with the hooks' own errors, or with the signal's
 * reason.
 */
export async function recognizePieces(sending: Sending, { known, missing }: Plan): Promise<Recognized> {
  const { audio, hooks, report } = sending;
  const ending = new AbortController();
  const state: State = {
    chunks: [...known],
    waiting: [...missing],
    hasHeard: false,
    wordsByLanguage: new Map(),
    areSpeakersTold: false,
    maxMs: Number.POSITIVE_INFINITY,
    delivery: Promise.resolve(),
  };
  const signal = AbortSignal.any([hooks.signal, ending.signal]);
  const call = { ...sending, hooks: { ...hooks, signal } };
  const work = async (isToGoOn: () => boolean) => {
    for (let piece = next(state); piece; piece = isToGoOn() ? next(state) : undefined) {
      await recognizePiece(call, state, piece).catch((error: unknown) => {
        state.failure ??= { error };
        // The others cannot be kept either.
        if (!(error instanceof SpeechError)) ending.abort(error);
      });
    }
  };
  reportDone(call, state);
  await work(() => !state.hasHeard);
  await Promise.all(Array.from({ length: AT_ONCE }, () => work(() => true)));
  hooks.signal.throwIfAborted();
  if (state.failure) throw state.failure.error;
  report('recognizing', audio.durationMs);
  const [most] = [...state.wordsByLanguage].toSorted(([, a], [, b]) => b - a);
  return { chunks: state.chunks, language: most?.[0] ?? null, areSpeakersTold: state.areSpeakersTold };
}

interface State {
  chunks: RecognizedChunk[];
  waiting: Piece[];
  failure?: { error: unknown };
  /** The server has recognized something in this run. */
  hasHeard: boolean;
  /** How many words were said in each language, by its BCP 47 tag. */
  wordsByLanguage: Map<string, number>;
  areSpeakersTold: boolean;
  /** The longest sound that the server takes, as far as it is known. */
  maxMs: number;
  /** Chunks are delivered one at a time. */
  delivery: Promise<void>;
}

function next(state: State): Piece | undefined {
  return state.failure ? undefined : state.waiting.shift();
}

async function recognizePiece(sending: Sending, state: State, piece: Piece): Promise<void> {
  if (!piece.sent)
    return deliver(sending, state, { startMs: piece.startMs, endMs: piece.endMs, segments: [] });
  const { sound } = piece.sent;
  const halves = sound.endMs - sound.startMs > state.maxMs ? halve(piece, SHORTEST_MS) : null;
  if (halves) return void state.waiting.unshift(...halves);
  const isWhole = piece.startMs === 0 && piece.endMs === sending.audio.durationMs;
  const heard = await send(sending, state, { ...sound, isWhole }).catch((error: unknown) => {
    if (!(error instanceof SpeechError) || error.problem.code !== 'too_large') throw error;
    const smaller = halve(piece, SHORTEST_MS);
    if (!smaller) throw error;
    state.maxMs = Math.min(state.maxMs, (sound.endMs - sound.startMs) * 0.7);
    state.waiting.unshift(...smaller);
    return null;
  });
  if (!heard) return;
  state.hasHeard = true;
  const { words, areTold } = numberSpeakers(timeWords(heard, piece.sent));
  const language = languageTagOf(heard.language);
  if (language !== null && words.length > 0)
    state.wordsByLanguage.set(language, (state.wordsByLanguage.get(language) ?? 0) + words.length);
  state.areSpeakersTold ||= areTold;
  const { startMs, endMs } = piece;
  await deliver(sending, state, { startMs, endMs, segments: segmentsOfWords(words) });
}

async function send(
  { client, patience, audio, options, hooks }: Sending,
  { hasHeard }: State,
  { startMs, endMs, isWhole }: Span & { isWhole: boolean },
): Promise<Heard> {
  const { signal } = hooks;
  const range = { fromSample: startMs * SAMPLES_PER_MS, toSample: endMs * SAMPLES_PER_MS };
  const sound = await wavOfPcm(audio.pcmPath, range);
  const { language = null, speakerCount = null } = options;
  const diarize = options.diarize && isWhole;
  const order = { sound, lengthMs: endMs - startMs, diarize, language, speakerCount };
  const waiting = {
    waitsMs: hasHeard ? patience.retryMs : patience.firstRetryMs,
    loadingMs: patience.loadingMs,
    withinMs: patience.withinMs,
    signal,
  };
  return withPatience(waiting, () => client.recognize(order, signal));
}

/** Hands a chunk over, one call at a time, in the order in which they come. */
async function deliver(sending: Sending, state: State, chunk: RecognizedChunk): Promise<void> {
  const { hooks } = sending;
  const delivered = state.delivery.then(async () => {
    hooks.signal.throwIfAborted();
    await hooks.onChunk(chunk);
    state.chunks.push(chunk);
    reportDone(sending, state);
  });
  state.delivery = delivered.catch(() => undefined);
  await delivered;
}

function reportDone({ report }: Sending, { chunks }: State): void {
  report('recognizing', summedMs(chunks));
}
