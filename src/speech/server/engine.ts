import { type SpokenWord, segmentsOfWords } from '#domain/segmentation.ts';
import type {
  Audio,
  SpeechEngine,
  SpeechStage,
  TranscribeHooks,
  TranscribeOptions,
  Transcription,
} from '../engine.ts';
import type { Span } from '../local/speech-regions.ts';
import { NoRoomForSpeech, SpeechProcessKilled } from '../short-of-memory.ts';
import { spokenWords } from '../with-speakers.ts';
import { createServerClient, type Refused, type ServerAccess, type SpeechServerClient } from './client.ts';
import { findLoudParts } from './loud-parts.ts';
import { SERVER_PATIENCE, type ServerPatience } from './patience.ts';
import { planPieces } from './pieces.ts';
import { recognizePieces } from './recognize-pieces.ts';
import { haveSpeakers, withoutSpeakers } from './speakers.ts';

export interface ServerOptions extends ServerAccess {
  /** Finds speech on this machine; without it, pieces are cut by loudness. */
  listener?: Pick<SpeechEngine, 'findSpeech'> | undefined;
  patience?: ServerPatience | undefined;
  /** The longest piece; tests cut shorter ones. */
  pieceMs?: number | undefined;
}

/** 19.2 MB as WAV: services take 25 MiB, and no model more than 20 minutes. */
const PIECE_MS = 10 * 60_000;
/** The first of several pieces: soon done, so that what is wrong shows before much has been sent. */
const FIRST_SHARE = 0.2;
/** Words of low confidence in a row of at least this many make a text doubtful, as at the other services. */
const MIN_DOUBTED_WORDS = 10;
const DOUBTFUL_BELOW = 0.5;
/** BCP 47 for an unknown language. */
const UNKNOWN_LANGUAGE = 'und';

/**
 * A server that speaks OpenAI's transcription call, or one of its relatives. The recording is sent in pieces cut in silence; each
 * is a chunk, and none is sent twice. Speakers are the server's only where one piece has all that is said.
 */
export function createServerEngine({
  listener,
  patience = SERVER_PATIENCE,
  pieceMs = PIECE_MS,
  ...access
}: ServerOptions): SpeechEngine {
  const closing = new AbortController();
  const refused: Refused = new Set();
  return {
    name: 'server',
    async transcribe(audio, options, hooks) {
      const signal = AbortSignal.any([hooks.signal, closing.signal]);
      signal.throwIfAborted();
      const client = createServerClient(access, { answerMs: patience.answerMs, refused });
      const report = reporter(audio, hooks, signal);
      const call: Call = {
        client,
        listener,
        patience,
        pieceMs,
        audio,
        options,
        hooks: { ...hooks, signal },
        report,
      };
      return await transcribe(call);
    },
    async close() {
      closing.abort(new Error('The speech engine was closed'));
    },
  };
}

/** One recording on its way. */
interface Call extends Pick<ServerOptions, 'listener'> {
  client: SpeechServerClient;
  patience: ServerPatience;
  pieceMs: number;
  audio: Audio;
  options: TranscribeOptions;
  hooks: TranscribeHooks;
  /** Milliseconds of the recording. */
  report: (stage: SpeechStage, doneMs: number) => void;
}

async function transcribe(call: Call): Promise<Transcription> {
  const { audio, options, pieceMs } = call;
  const plan = planPieces({
    durationMs: audio.durationMs,
    speech: await findSpeech(call),
    done: options.done,
    maxMs: pieceMs,
    firstMs: Math.round(pieceMs * FIRST_SHARE),
  });
  const { chunks, language, areSpeakersTold } = await recognizePieces(call, plan);
  const spoken = chunks
    .toSorted((a, b) => a.startMs - b.startMs)
    .map(spokenWords)
    .filter((words) => words.length > 0);
  const all = spoken.flat();
  // 'A' of one piece is not 'A' of the next.
  const areTold = options.diarize && spoken.length === 1 && (areSpeakersTold || haveSpeakers(all));
  const words = areTold ? all : withoutSpeakers(all);
  return {
    speakersBy: areTold ? 'service' : null,
    language: options.language ?? language ?? UNKNOWN_LANGUAGE,
    segments: segmentsOfWords(words),
    lowConfidence: isLowConfidence(words),
  };
}

/** Where somebody speaks; roughly, if there is no memory to listen closely. */
async function findSpeech({ audio, listener, hooks, report }: Call): Promise<Span[]> {
  const { signal } = hooks;
  report('listening', 0);
  const onProgress: TranscribeHooks['onProgress'] = ({ doneMs }) => report('listening', doneMs);
  const heard = await unlessShortOfMemory(listener?.findSpeech?.(audio, { signal, onProgress }));
  const speech = heard ?? (await findLoudParts(audio, signal));
  signal.throwIfAborted();
  report('listening', audio.durationMs);
  return speech;
}

/** Undefined if there is too little memory: the text hardly depends on it, so it need not wait. */
async function unlessShortOfMemory<Result>(work: Promise<Result> | undefined): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NoRoomForSpeech || error instanceof SpeechProcessKilled) return undefined;
    throw error;
  }
}

function isLowConfidence(words: readonly SpokenWord[]): boolean {
  const told = words.flatMap(({ confidence }) => confidence ?? []);
  const sum = told.reduce((total, confidence) => total + confidence, 0);
  return told.length >= MIN_DOUBTED_WORDS && sum / told.length < DOUBTFUL_BELOW;
}

/** Passes progress on, so that no stage goes backwards and nothing comes after an abort. */
function reporter(
  { durationMs: totalMs }: Audio,
  { onProgress }: TranscribeHooks,
  signal: AbortSignal,
): Call['report'] {
  const most = new Map<SpeechStage, number>();
  return (stage, doneMs) => {
    const highest = Math.min(totalMs, Math.max(doneMs, most.get(stage) ?? 0));
    most.set(stage, highest);
    if (!signal.aborted) onProgress({ stage, doneMs: highest, totalMs });
  };
}
