import { readFileSync } from 'node:fs';
import type { Audio } from '#speech/engine.ts';
import { batchChunks } from '#speech/local/batches.ts';
import { createLocalEngine } from '#speech/local/engine.ts';
import { loadRecognizer, type Recognizer } from '#speech/local/moonshine.ts';
import { readPcm } from '#speech/local/pcm.ts';
import { FRAME_MS, findSpeech, planChunks, type Span } from '#speech/local/speech-regions.ts';
import { wordsOfTokens } from '#speech/local/vocabulary.ts';
import { loadVoiceDetector } from '#speech/local/voice-activity.ts';
import { diarize } from '#speech/local/voices/cepstra/diarize.ts';
import { measuredTimes } from '#speech/local/word-times.ts';
import { percentile } from '#tests/support/percentile.ts';
import { loadSherpa } from './sherpa.ts';

/** The whole engine in its child processes: time by stage, and memory. */
export async function measureWhole(audio: Audio, modelsDir: string): Promise<void> {
  const engine = createLocalEngine({ modelsDir });
  const peaks = new Map<number, number>();
  const watch = setInterval(() => {
    for (const id of engine.processIds()) peaks.set(id, peakMb(id));
  }, 250);
  const startedAt = performance.now();
  const ends = new Map<string, number>();
  const before = process.memoryUsage().rss;
  let most = before;
  const { segments } = await engine.transcribe(
    audio,
    { diarize: true, done: [] },
    {
      signal: new AbortController().signal,
      onProgress: ({ stage }) => {
        ends.set(stage, performance.now() - startedAt);
        most = Math.max(most, process.memoryUsage().rss);
      },
      onChunk: async () => undefined,
    },
  );
  const wallMs = performance.now() - startedAt;
  clearInterval(watch);
  await engine.close();
  const children = [...peaks.values()];
  const words = segments.reduce((sum, segment) => sum + segment.words.length, 0);
  const stages = [...ends].map(([stage, ms]) => `${stage} done at ${(ms / 1000).toFixed(1)} s`).join(', ');
  console.log(
    `whole engine, ${children.length} child processes: ${perHour(wallMs, audio)} (${stages}; ${words} words)`,
  );
  console.log(
    `memory: child processes at most ${children.map((mb) => mb.toFixed(0)).join(' + ')} MB; this process grew by ${((most - before) / 1e6).toFixed(0)} MB`,
  );
}

/** The stages one after another, in this process on one thread. */
export async function measureParts(audio: Audio, modelsDir: string): Promise<void> {
  const detector = await loadVoiceDetector(modelsDir);
  const listening = await timed(() =>
    detector.detect(audio.pcmPath, 0, Math.ceil(audio.durationMs / FRAME_MS)),
  );
  const speech = findSpeech(listening.result, audio.durationMs);
  const plan = planChunks(speech, listening.result);
  console.log(`processor time, voice activity detection: ${perHour(listening.ms, audio)}`);
  const recognizer = await loadRecognizer(modelsDir);
  const ours = { recognitionMs: 0, timesMs: 0 };
  for (const spans of batchChunks(plan, 1)) {
    const { recognitionMs, timesMs } = await timeOurs(recognizer, await soundsOf(audio, spans));
    ours.recognitionMs += recognitionMs;
    ours.timesMs += timesMs;
  }
  console.log(
    `processor time, recognition: ${perHour(ours.recognitionMs, audio)}; word times: ${perHour(ours.timesMs, audio)}`,
  );
  const speakers = await timed(() =>
    diarize({ type: 'diarize', pcmPath: audio.pcmPath, spans: speech, count: null }, () => undefined),
  );
  console.log(`processor time, diarization without the network of voices: ${perHour(speakers.ms, audio)}`);
}

/** Alternating rounds of the same chunks, because the machine's speed varies more within minutes than the two differ. */
const ROUNDS = 5;

/** Our recognition with word times compared with sherpa-onnx on the same model and chunks: both on each batch, interleaved, with the ratio of each round. */
export async function compareWithSherpa(audio: Audio, modelsDir: string, folder: string): Promise<void> {
  const { detect } = await loadVoiceDetector(modelsDir);
  const probabilities = await detect(audio.pcmPath, 0, Math.ceil(audio.durationMs / FRAME_MS));
  const plan = planChunks(findSpeech(probabilities, audio.durationMs), probabilities);
  const batches = await Promise.all(batchChunks(plan, 1).map((spans) => soundsOf(audio, spans)));
  const recognizer = await loadRecognizer(modelsDir);
  const sherpa = loadSherpa(modelsDir, folder);
  if (!batches.flat().some((samples) => sherpa(samples) !== '')) throw new Error('sherpa-onnx heard nothing');
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let oursMs = 0;
    let sherpaMs = 0;
    for (const [index, sounds] of batches.entries()) {
      const isOursFirst = (round + index) % 2 === 0;
      if (!isOursFirst) sherpaMs += timeSherpa(sherpa, sounds);
      const { recognitionMs, timesMs } = await timeOurs(recognizer, sounds);
      oursMs += recognitionMs + timesMs;
      if (isOursFirst) sherpaMs += timeSherpa(sherpa, sounds);
    }
    ratios.push(oursMs / sherpaMs);
    console.log(
      `processor time, round ${round + 1}: ours with word times ${perHour(oursMs, audio)}, sherpa-onnx-node ${perHour(sherpaMs, audio)}, ratio ${(oursMs / sherpaMs).toFixed(2)}`,
    );
  }
  const [least, median, most] = [0, 0.5, 1].map((share) => percentile(ratios, share).toFixed(2));
  console.log(
    `ours with word times takes ${median} (median of ${ROUNDS} alternating rounds, ${least} to ${most}) of the processor time of sherpa-onnx, which gives no word times (goal: at most 0.60)`,
  );
}

async function timeOurs(recognizer: Recognizer, sounds: readonly Float32Array[]) {
  const recognized = await timed(() => recognizer.recognize(sounds));
  const startedAt = processorMs();
  recognized.result.forEach(({ tokens, attention }, index) => {
    measuredTimes(wordsOfTokens(tokens), attention, sounds[index] ?? new Float32Array());
  });
  return { recognitionMs: recognized.ms, timesMs: processorMs() - startedAt };
}

function timeSherpa(recognize: (samples: Float32Array) => string, sounds: readonly Float32Array[]): number {
  const startedAt = processorMs();
  for (const samples of sounds) recognize(samples);
  return processorMs() - startedAt;
}

function soundsOf(audio: Audio, spans: readonly Span[]): Promise<Float32Array[]> {
  return Promise.all(spans.map((span) => soundOf(audio, span)));
}

function soundOf({ pcmPath }: Audio, { startMs, endMs }: Span): Promise<Float32Array> {
  return readPcm(pcmPath, startMs * 16, endMs * 16);
}

/** Processor time of this process, which other work on the machine affects far less than elapsed time. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = processorMs();
  const result = await work();
  return { ms: processorMs() - startedAt, result };
}

function perHour(ms: number, { durationMs }: Audio): string {
  return `${((ms * 3600) / durationMs).toFixed(1)} s per hour of audio`;
}

/** The peak memory of a process, as reported by Linux. */
function peakMb(processId: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}
