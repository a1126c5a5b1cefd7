import { availableParallelism } from 'node:os';
import type { Segment } from '#contract/segments.ts';
import type {
  Audio,
  RecognizedChunk,
  SpeechEngine,
  SpeechStage,
  TranscribeHooks,
  TranscribeOptions,
  Transcription,
} from '../engine.ts';
import { batchChunks } from './batches.ts';
import { defaultModelsDir } from './models.ts';
import { isDoubtful } from './plausibility.ts';
import { Pool } from './pool.ts';
import { DetectResult, DiarizeResult, RecognizeResult, type SpokenWords, type Turn } from './protocol.ts';
import { type SpokenWord, segmentsOfWords } from './segmentation.ts';
import { labelSpeakers } from './speaker-labels.ts';
import { FRAME_MS, findSpeech, planChunks, type Span } from './speech-regions.ts';

export interface LocalEngineOptions {
  /** Folder with the files of `models.ts`; the checkout's `.cache/models` unless given. */
  modelsDir?: string | undefined;
  /** Child processes at most, one core each; as many as the machine has cores unless given. */
  threads?: number | undefined;
}

/** The engine that needs no key and no network. */
export interface LocalEngine extends SpeechEngine {
  /** Ids of its child processes, for measuring and tests. */
  processIds(): number[];
}

/** Four minutes of sound for one voice activity request: long enough that its streams' warm-up costs little. */
const DETECT_FRAMES = 240_000 / FRAME_MS;
const FIRST_SPEAKER = 'Speaker 1';

/** Moonshine tiny English in child processes, which start with the first recording. */
export function createLocalEngine({
  modelsDir = defaultModelsDir(),
  threads,
}: LocalEngineOptions): LocalEngine {
  const size = threads ?? availableParallelism();
  const pool = new Pool({ size, modelsDir });
  return {
    name: 'local',
    processIds: () => pool.processIds(),
    close: () => pool.close(),
    async transcribe(audio, options, hooks) {
      hooks.signal.throwIfAborted();
      // One failure ends the rest of this call's work, not that of other calls.
      const failure = new AbortController();
      const signal = AbortSignal.any([hooks.signal, failure.signal]);
      const call: Call = { pool, size, audio, options, hooks: { ...hooks, signal }, report: reporter(hooks) };
      try {
        return await Promise.race([transcribe(call), rejectionOf(signal)]);
      } finally {
        failure.abort(new Error('The call is over'));
      }
    },
  };
}

interface Call {
  pool: Pool;
  /** Children that may work for this call at the same time. */
  size: number;
  audio: Audio;
  options: TranscribeOptions;
  hooks: TranscribeHooks;
  report: (stage: SpeechStage, doneMs: number, totalMs: number) => void;
}

async function transcribe(call: Call): Promise<Transcription> {
  const probabilities = await listen(call);
  const speech = findSpeech(probabilities, call.audio.durationMs);
  const plan = planChunks(speech, probabilities);
  // Speakers are looked for while words are recognised, so that no core waits; they are reported after the words.
  const findTurns = startSpeakers(call, speech);
  const chunks = await recognizeAll(call, plan);
  const turns = await findTurns();
  const words = chunks.flatMap(({ segments }) => segments.flatMap(wordsOfSegment));
  return {
    language: 'en',
    segments: segmentsOfWords(labelSpeakers(words, turns)),
    doubtful: isDoubtful(chunks),
  };
}

/** How likely someone speaks, for each frame of the recording: a megabyte for ten hours. */
async function listen({ pool, size, audio, hooks, report }: Call): Promise<Uint8Array> {
  const frames = Math.ceil(audio.durationMs / FRAME_MS);
  const probabilities = new Uint8Array(frames);
  const starts = Array.from(
    { length: Math.ceil(frames / DETECT_FRAMES) },
    (_, index) => index * DETECT_FRAMES,
  );
  let doneMs = 0;
  report('listening', 0, audio.durationMs);
  await forEachOf(starts, size, async (fromFrame) => {
    const toFrame = Math.min(frames, fromFrame + DETECT_FRAMES);
    const request = { type: 'detect', pcmPath: audio.pcmPath, fromFrame, toFrame } as const;
    const block = await pool.run({ request, result: DetectResult, signal: hooks.signal });
    probabilities.set(block.probabilities, fromFrame);
    doneMs = Math.min(audio.durationMs, doneMs + (toFrame - fromFrame) * FRAME_MS);
    report('listening', doneMs, audio.durationMs);
  });
  return probabilities;
}

/** The chunks of the plan in order: those already done as they are, the others recognised now. */
async function recognizeAll(call: Call, plan: readonly Span[]): Promise<RecognizedChunk[]> {
  const { pool, size, audio, options, hooks, report } = call;
  const known = new Map(options.done.map((chunk) => [spanKey(chunk), chunk]));
  const found = new Map(plan.flatMap((span) => entryOf(known, spanKey(span))));
  const totalMs = lengthOf(plan);
  let doneMs = lengthOf([...found.values()]);
  report('recognizing', doneMs, totalMs);
  let delivery = Promise.resolve();
  const batches = batchChunks(
    plan.filter((span) => !found.has(spanKey(span))),
    size,
  );
  await forEachOf(batches, size + 1, async (spans) => {
    const request = { type: 'recognize', pcmPath: audio.pcmPath, spans } as const;
    const { spoken } = await pool.run({ request, result: RecognizeResult, signal: hooks.signal });
    delivery = delivery.then(async () => {
      for (const [index, span] of spans.entries()) {
        const chunk = asChunk(span, spoken[index]);
        hooks.signal.throwIfAborted();
        await hooks.onChunk(chunk);
        found.set(spanKey(span), chunk);
        doneMs += span.endMs - span.startMs;
        report('recognizing', doneMs, totalMs);
      }
    });
    await delivery;
  });
  return plan.flatMap((span) => found.get(spanKey(span)) ?? []);
}

/** Sets a child to finding the speakers; the answer waits for the turns and passes on how far they are. */
function startSpeakers(call: Call, speech: readonly Span[]): () => Promise<Turn[]> {
  const { pool, audio, options, hooks, report } = call;
  if (!options.suggestSpeakers || speech.length === 0) return async () => [];
  const totalMs = lengthOf(speech);
  let doneMs = 0;
  let isAwaited = false;
  const found = pool.run({
    request: { type: 'diarize', pcmPath: audio.pcmPath, spans: [...speech] },
    result: DiarizeResult,
    signal: hooks.signal,
    onProgress: (ms) => {
      doneMs = ms;
      if (isAwaited) report('speakers', doneMs, totalMs);
    },
  });
  // A failure shows where the turns are awaited, even when that is later.
  found.catch(() => undefined);
  return async () => {
    isAwaited = true;
    report('speakers', doneMs, totalMs);
    const { turns } = await found;
    report('speakers', totalMs, totalMs);
    return turns;
  };
}

function asChunk(span: Span, spoken: SpokenWords | undefined): RecognizedChunk {
  const { words, timing } = spoken ?? { words: [], timing: 'measured' as const };
  const segments = segmentsOfWords(words.map((word) => ({ ...word, speaker: FIRST_SPEAKER, timing })));
  return { ...span, segments };
}

function wordsOfSegment({ words, speaker, timing }: Segment): SpokenWord[] {
  return words.map((word) => ({ ...word, speaker, timing }));
}

/** Runs the action on each item, so many at a time; the first failure rejects. */
async function forEachOf<T>(
  items: readonly T[],
  atOnce: number,
  action: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const lanes = Array.from({ length: atOnce }, async () => {
    for (const item of queue) await action(item);
  });
  await Promise.all(lanes);
}

/** Passes progress on, held back so that no stage ever runs backwards and nothing comes after an abort. */
function reporter({ signal, onProgress }: TranscribeHooks): Call['report'] {
  return (stage, doneMs, totalMs) => {
    if (!signal.aborted) onProgress({ stage, doneMs: Math.min(doneMs, totalMs), totalMs });
  };
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
}

function spanKey({ startMs, endMs }: Span): string {
  return `${startMs}-${endMs}`;
}

function entryOf<K, V>(map: ReadonlyMap<K, V>, key: K): [K, V][] {
  const value = map.get(key);
  return value === undefined ? [] : [[key, value]];
}
