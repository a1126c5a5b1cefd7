import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Segment, Word } from '#contract/segments.ts';
import type {
  Audio,
  LiveHooks,
  LiveSession,
  RecognizedChunk,
  SpeechEngine,
  TranscribeHooks,
  TranscribeOptions,
} from '../engine.ts';

export interface FakeEngineOptions {
  /** The time for each chunk, for tests that need slow work; defaults to 0. */
  delayMsPerChunk?: number | undefined;
}

const CHUNK_MS = 10_000;
const TURN_MS = 5000;
const WORD_MS = 400;
const WORDS_TOLD = 10;
const CONFIDENCE = 0.9;
/** Anything quieter is silence, for which the fake returns nothing. */
const SILENCE_LEVEL = 0.003;
const SAMPLES_PER_MS = 16;
const WORD_SAMPLES = WORD_MS * SAMPLES_PER_MS;
const TEXT =
  'Thank you for calling. We talked about the plan for the spring. The budget is two hundred dollars. Who will write the report? I can do that by Friday.';

/** Returns the same fixed words for any audio that is not silent: fast, without a model, deterministic. */
export function createFakeEngine({ delayMsPerChunk = 0 }: FakeEngineOptions = {}): SpeechEngine {
  const closing = new AbortController();
  return {
    name: 'fake',
    async transcribe(audio, options, hooks) {
      const signal = AbortSignal.any([hooks.signal, closing.signal]);
      signal.throwIfAborted();
      const chunks = await recognizeAll(audio, options, { ...hooks, signal }, delayMsPerChunk);
      const speakers = options.diarize && audio.durationMs > CHUNK_MS ? 2 : 1;
      const segments = chunks
        .flatMap((chunk) => chunk.segments)
        .map((segment) => ({ ...segment, speaker: speakerAt(segment.startMs, speakers) }));
      const firstSpeakers = [...new Set(segments.map(({ speaker }) => speaker))];
      const total = { totalMs: audio.durationMs, doneMs: audio.durationMs };
      if (options.diarize) hooks.onProgress({ stage: 'speakers', ...total });
      return {
        speakersBy: options.diarize ? 'network' : null,
        language: 'en',
        segments: segments.map((each) => ({
          ...each,
          speaker: `Speaker ${firstSpeakers.indexOf(each.speaker) + 1}`,
        })),
        lowConfidence: false,
      };
    },
    async findSpeakers(_audio, words, { count }, hooks) {
      hooks.signal.throwIfAborted();
      const lengthMs = words.at(-1)?.endMs ?? 0;
      hooks.onProgress({ stage: 'speakers', doneMs: lengthMs, totalMs: lengthMs });
      const speakers = words.map(({ startMs }) => Math.floor(startMs / TURN_MS) % (count ?? 2));
      return { speakers, by: 'network' };
    },
    hasVoiceNetwork: async () => true,
    listen: listenFake,
    async close() {
      closing.abort(new Error('The speech engine was closed'));
    },
  };
}

/** Returns a word of the same text for every 400 ms of any audio; every ten words are final. */
function listenFake({ signal, onWords }: LiveHooks): LiveSession {
  let samples = 0;
  const report = (isLast: boolean) => {
    const words = Math.floor(samples / SAMPLES_PER_MS / WORD_MS);
    const first = Math.floor((words - 1) / WORDS_TOLD) * WORDS_TOLD;
    if (words === 0 || signal.aborted) return;
    const [startMs, endMs] = [first * WORD_MS, words * WORD_MS];
    const text = wordsBetween(startMs, endMs).map((word) => word.text);
    onWords({ startMs, endMs, text: text.join(' '), isFinal: isLast || words - first === WORDS_TOLD });
  };
  return {
    push(heard) {
      for (let at = 0; at < heard.length; at += WORD_SAMPLES) {
        samples += Math.min(WORD_SAMPLES, heard.length - at);
        report(false);
      }
    },
    async end() {
      report(true);
    },
  };
}

async function recognizeAll(
  audio: Audio,
  { done }: TranscribeOptions,
  { signal, onProgress, onChunk }: TranscribeHooks,
  delayMs: number,
): Promise<RecognizedChunk[]> {
  const totalMs = audio.durationMs;
  onProgress({ stage: 'listening', doneMs: totalMs, totalMs });
  onProgress({ stage: 'recognizing', doneMs: 0, totalMs });
  const chunks: RecognizedChunk[] = [];
  for (let startMs = 0; startMs < totalMs; startMs += CHUNK_MS) {
    const endMs = Math.min(totalMs, startMs + CHUNK_MS);
    const known = done.find((chunk) => chunk.startMs === startMs && chunk.endMs === endMs);
    const chunk = known ?? { startMs, endMs, segments: await recognizeChunk(audio.pcmPath, startMs, endMs) };
    chunks.push(chunk);
    if (!known) {
      if (delayMs > 0) await delay(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      signal.throwIfAborted();
      await onChunk(chunk);
    }
    signal.throwIfAborted();
    onProgress({ stage: 'recognizing', doneMs: endMs, totalMs });
  }
  return chunks;
}

/** One segment for each half chunk that is not silent. */
async function recognizeChunk(pcmPath: string, startMs: number, endMs: number): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (let turnMs = startMs; turnMs < endMs; turnMs += TURN_MS) {
    const turnEndMs = Math.min(endMs, turnMs + TURN_MS);
    if (await isSilent(pcmPath, turnMs, turnEndMs)) continue;
    const words = wordsBetween(turnMs, turnEndMs);
    const text = words.map((word) => word.text).join(' ');
    const last = words.at(-1);
    if (last) {
      segments.push({
        speaker: 'Speaker 1',
        startMs: turnMs,
        endMs: last.endMs,
        text,
        words,
        timing: 'estimated',
      });
    }
  }
  return segments;
}

/** The fixed text continues through the whole recording: a word every 400 ms. */
function wordsBetween(startMs: number, endMs: number): Word[] {
  const texts = TEXT.split(' ');
  const words: Word[] = [];
  for (let ms = startMs; ms + WORD_MS <= endMs || ms === startMs; ms += WORD_MS) {
    const text = texts[Math.round(ms / WORD_MS) % texts.length] ?? '';
    words.push({ text, startMs: ms, endMs: Math.min(endMs, ms + WORD_MS), confidence: CONFIDENCE });
  }
  return words;
}

async function isSilent(pcmPath: string, startMs: number, endMs: number): Promise<boolean> {
  const file = await open(pcmPath, 'r');
  try {
    const buffer = new Float32Array((endMs - startMs) * SAMPLES_PER_MS);
    await file.read(buffer, { position: startMs * SAMPLES_PER_MS * Float32Array.BYTES_PER_ELEMENT });
    return !buffer.some((sample) => Math.abs(sample) > SILENCE_LEVEL);
  } finally {
    await file.close();
  }
}

function speakerAt(startMs: number, speakers: number): string {
  return `turn ${Math.floor(startMs / TURN_MS) % speakers}`;
}
