import { availableParallelism } from 'node:os';
import { segmentsOfWords } from '#domain/segmentation.ts';
import type {
  Audio,
  FoundSpeakers,
  RecognizedChunk,
  SaidWord,
  SpeechEngine,
  SpeechStage,
  TranscribeHooks,
  TranscribeOptions,
  Transcription,
} from '../engine.ts';
import { NoRoomForSpeech, SpeechProcessKilled } from '../short-of-memory.ts';
import { speakerLabels } from '../speaker-labels.ts';
import { spokenWords } from '../with-speakers.ts';
import { type Batcher, createBatcher } from './batches.ts';
import type { Capacity } from './capacity.ts';
import { DETECT_FRAMES, findSpeechIn } from './find-speech-in.ts';
import { interleave, type WorkSource } from './interleave.ts';
import { listenLive } from './live.ts';
import { defaultModelsDir, modelAtHand } from './models.ts';
import { createPlanner, type Planner } from './planner.ts';
import { isLowConfidence } from './plausibility.ts';
import { Pool, type PoolOptions } from './pool.ts';
import { DetectResult, RecognizeResult, type SpokenWords } from './protocol.ts';
import { FRAME_MS, type Span } from './speech-regions.ts';
import { findSpeakers, type SpeakerSearch } from './voices/find-speakers.ts';

export interface LocalEngineOptions {
  /** Folder with the files of `models.ts`; defaults to the checkout's `.cache/models`. */
  modelsDir?: string | undefined;
  /** The most child processes, one core each; defaults to the number of cores. Little memory allows fewer (`capacity.ts`). */
  threads?: number | undefined;
  onKilled?: PoolOptions['onKilled'];
  onNetworkFailed?: SpeakerSearch['onNetworkFailed'];
  /** For tests. */
  readMemory?: PoolOptions['readMemory'];
}

/** The engine that needs no key and no network. */
export interface LocalEngine extends SpeechEngine {
  /** Ids of its child processes, for measurements and tests. */
  processIds(): number[];
}

const FIRST_SPEAKER = 'Speaker 1';

/** Moonshine tiny English in child processes, which start with the first recording. */
export function createLocalEngine({
  modelsDir = defaultModelsDir(),
  threads,
  onKilled,
  onNetworkFailed,
  readMemory,
}: LocalEngineOptions): LocalEngine {
  const pool = new Pool({ size: threads ?? availableParallelism(), modelsDir, onKilled, readMemory });
  return {
    name: 'local',
    processIds: () => pool.processIds(),
    close: () => pool.close(),
    listen: (hooks) => listenLive(pool, hooks),
    state: () => ({
      processes: pool.processIds().length,
      allowed: pool.capacity()?.processes ?? 0,
      kills: pool.kills,
      ...pool.memory(),
    }),
    async findSpeakers(audio, words, { count }, hooks) {
      hooks.signal.throwIfAborted();
      return searchSpeakers(
        { pool, modelsDir, onNetworkFailed, audio, hooks, report: reporter(hooks) },
        words,
        count,
      );
    },
    async findSpeech(audio, hooks) {
      hooks.signal.throwIfAborted();
      const capacity = pool.capacity();
      if (!capacity) throw new NoRoomForSpeech();
      const report = reporter(hooks);
      return findSpeechIn(pool, audio, {
        signal: hooks.signal,
        atOnce: capacity.processes + 1,
        report: (doneMs) => report('listening', doneMs, audio.durationMs),
      });
    },
    hasVoiceNetwork: async () => (await modelAtHand(modelsDir, 'voices')) !== undefined,
    async transcribe(audio, options, hooks) {
      hooks.signal.throwIfAborted();
      const capacity = pool.capacity();
      if (!capacity) throw new NoRoomForSpeech();
      // A failure ends the rest of this call's work, not that of other calls.
      const failure = new AbortController();
      const signal = AbortSignal.any([hooks.signal, failure.signal]);
      const call: Call = {
        pool,
        modelsDir,
        onNetworkFailed,
        capacity,
        audio,
        options,
        hooks: { ...hooks, signal },
        report: reporter(hooks),
      };
      try {
        return await Promise.race([transcribe(call), rejectionOf(signal)]);
      } finally {
        failure.abort(new Error('The call is over'));
      }
    },
  };
}

interface Call extends Pick<SpeakerSearch, 'pool' | 'modelsDir' | 'onNetworkFailed'> {
  /** What the child processes may do for this call at once. */
  capacity: Capacity;
  audio: Audio;
  options: TranscribeOptions;
  hooks: TranscribeHooks;
  report: (stage: SpeechStage, doneMs: number, totalMs: number) => void;
}

type SearchCall = Pick<Call, 'pool' | 'modelsDir' | 'onNetworkFailed' | 'audio' | 'report'> & {
  hooks: Pick<TranscribeHooks, 'signal'>;
};

/** Enough speech to tell whether the text makes sense, in milliseconds; and once more, for a recording that begins with something else. */
const DOUBT_AT_MS = [30_000, 120_000];

async function transcribe(call: Call): Promise<Transcription> {
  const { audio, options, capacity, report } = call;
  const state: RecognitionState = {
    planner: createPlanner(audio.durationMs),
    batcher: createBatcher(capacity.processes, capacity.batch),
    known: new Map(options.done.map((chunk) => [spanKey(chunk), chunk])),
    chunks: [],
    ready: [],
    sharesMs: new Map(),
    plannedMs: 0,
    recognizedMs: 0,
    doubtAtMs: [...DOUBT_AT_MS],
    delivery: Promise.resolve(),
  };
  report('listening', 0, audio.durationMs);
  // Interleaved: text comes from the first minutes while detection continues on the rest. One piece more than there are children
  // is queued, so that none is idle.
  await interleave([detections(call, state), recognitions(call, state)], capacity.processes + 1);
  report('recognizing', audio.durationMs, audio.durationMs);
  const chunks = state.chunks.toSorted((a, b) => a.startMs - b.startMs);
  const words = chunks.flatMap(spokenWords);
  const found = options.diarize ? await searchSpeakers(call, words, options.speakerCount ?? null) : undefined;
  const labels = speakerLabels(found?.speakers ?? []);
  return {
    speakersBy: found?.by ?? null,
    language: 'en',
    segments: segmentsOfWords(
      words.map((word, index) => ({ ...word, speaker: labels[index] ?? FIRST_SPEAKER })),
    ),
    lowConfidence: isLowConfidence(chunks, audio.durationMs),
  };
}

/** What is known of the recording so far. */
interface RecognitionState {
  planner: Planner;
  batcher: Batcher;
  /** Chunks of an earlier run, by span. */
  known: ReadonlyMap<string, RecognizedChunk>;
  /** Recognized chunks in any order. */
  chunks: RecognizedChunk[];
  /** Batches ready to be recognized. */
  ready: Span[][];
  /**
   * For each planned chunk, the audio from the end of the previous one to its own: progress is measured in audio, because the
   * total of speech is unknown.
   */
  sharesMs: Map<string, number>;
  /** Where the last planned chunk ends. */
  plannedMs: number;
  recognizedMs: number;
  /** After how much speech it is looked whether the text makes sense. */
  doubtAtMs: number[];
  /** Chunks are delivered one at a time. */
  delivery: Promise<void>;
}

/** Detects speech block by block; the chunks that are certain can then be recognized. */
function detections(call: Call, state: RecognitionState): WorkSource {
  const { pool, audio, hooks, report } = call;
  const frames = Math.ceil(audio.durationMs / FRAME_MS);
  let nextFrame = 0;
  let heardMs = 0;
  return () => {
    if (nextFrame >= frames) return undefined;
    const fromFrame = nextFrame;
    const toFrame = Math.min(frames, fromFrame + DETECT_FRAMES);
    nextFrame = toFrame;
    return async () => {
      const request = { type: 'detect', pcmPath: audio.pcmPath, fromFrame, toFrame } as const;
      const { probabilities } = await pool.run({ request, result: DetectResult, signal: hooks.signal });
      heardMs += (toFrame - fromFrame) * FRAME_MS;
      report('listening', heardMs, audio.durationMs);
      plan(call, state, state.planner.add(fromFrame, probabilities));
    };
  };
}

/** Reuses chunks of an earlier run and queues the others for recognition. */
function plan(call: Call, state: RecognitionState, spans: readonly Span[]): void {
  const isComplete = state.planner.isComplete();
  for (const span of spans) {
    state.sharesMs.set(spanKey(span), span.endMs - state.plannedMs);
    state.plannedMs = span.endMs;
  }
  const known = spans.flatMap((span) => state.known.get(spanKey(span)) ?? []);
  for (const chunk of known) take(state, chunk);
  if (spans.length > 0 || isComplete) call.report('recognizing', state.recognizedMs, call.audio.durationMs);
  const missing = spans.filter((span) => !state.known.has(spanKey(span)));
  state.ready.push(...state.batcher.add(missing, isComplete ? 'nothing' : 'more'));
}

function recognitions(call: Call, state: RecognitionState): WorkSource {
  const { audio, hooks, report } = call;
  return () => {
    const spans = state.ready.shift();
    if (!spans) return undefined;
    return async () => {
      const spoken = await recognize(call, spans);
      state.delivery = state.delivery.then(async () => {
        for (const [index, span] of spans.entries()) {
          const chunk = asChunk(span, spoken[index]);
          hooks.signal.throwIfAborted();
          await hooks.onChunk(chunk);
          take(state, chunk);
          doubtEarly(call, state);
          report('recognizing', state.recognizedMs, audio.durationMs);
        }
      });
      await state.delivery;
    };
  };
}

/** Tells as soon as it is clear that the recording is not understood, so that nobody waits for the rest. */
function doubtEarly({ hooks }: Call, state: RecognitionState): void {
  const [nextMs] = state.doubtAtMs;
  const spokenMs = state.chunks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  if (nextMs === undefined || spokenMs < nextMs) return;
  state.doubtAtMs.shift();
  if (!isLowConfidence(state.chunks, state.recognizedMs)) return;
  state.doubtAtMs = [];
  hooks.onDoubt?.();
}

/** If the system kills a child for its memory, the chunks are recognized one by one. */
async function recognize(call: Call, spans: Span[]): Promise<SpokenWords[]> {
  const { pool, audio, hooks } = call;
  const run = async (some: Span[]) => {
    const request = { type: 'recognize', pcmPath: audio.pcmPath, spans: some } as const;
    return (await pool.run({ request, result: RecognizeResult, signal: hooks.signal })).spoken;
  };
  try {
    return await run(spans);
  } catch (error) {
    if (!(error instanceof SpeechProcessKilled) || spans.length === 1) throw error;
  }
  const spoken: SpokenWords[] = [];
  for (const span of spans) spoken.push(...(await run([span])));
  return spoken;
}

function take(state: RecognitionState, chunk: RecognizedChunk): void {
  state.chunks.push(chunk);
  state.recognizedMs += state.sharesMs.get(spanKey(chunk)) ?? 0;
}

/** The search for the speakers of words, the last stage. */
function searchSpeakers(
  { audio, hooks, report, ...means }: SearchCall,
  words: readonly SaidWord[],
  count: number | null,
): Promise<FoundSpeakers> {
  return findSpeakers({
    ...means,
    pcmPath: audio.pcmPath,
    words,
    count,
    signal: hooks.signal,
    report: (doneMs, totalMs) => report('speakers', doneMs, totalMs),
  });
}

function asChunk(span: Span, spoken: SpokenWords | undefined): RecognizedChunk {
  const { words, timing } = spoken ?? { words: [], timing: 'measured' as const };
  const segments = segmentsOfWords(words.map((word) => ({ ...word, speaker: FIRST_SPEAKER, timing })));
  return { ...span, segments };
}

/** Passes progress on, so that no stage ever goes backwards and nothing comes after an abort. */
function reporter({ signal, onProgress }: Pick<TranscribeHooks, 'signal' | 'onProgress'>): Call['report'] {
  return (stage, doneMs, totalMs) => {
    if (!signal.aborted) onProgress({ stage, doneMs: Math.min(doneMs, totalMs), totalMs });
  };
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function spanKey({ startMs, endMs }: Span): string {
  return `${startMs}-${endMs}`;
}
