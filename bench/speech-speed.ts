import { readFileSync } from 'node:fs';
import type { Audio } from '#speech/engine.ts';
import { batchChunks } from '#speech/local/batches.ts';
import { diarize } from '#speech/local/diarize.ts';
import { createLocalEngine } from '#speech/local/engine.ts';
import { loadRecognizer } from '#speech/local/moonshine.ts';
import { readPcm } from '#speech/local/pcm.ts';
import { FRAME_MS, findSpeech, planChunks, type Span } from '#speech/local/speech-regions.ts';
import { wordsOfTokens } from '#speech/local/vocabulary.ts';
import { loadVoiceDetector } from '#speech/local/voice-activity.ts';
import { measuredTimes } from '#speech/local/word-times.ts';
import { loadSherpa } from './sherpa.ts';

/** The whole engine in its children: time by stage, and memory. */
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
    { suggestSpeakers: true, done: [] },
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
    `whole engine, ${children.length} children: ${perHour(wallMs, audio)} (${stages}; ${words} words)`,
  );
  console.log(
    `memory: children at most ${children.map((mb) => mb.toFixed(0)).join(' + ')} MB; this process grew by ${((most - before) / 1e6).toFixed(0)} MB`,
  );
}

/** The parts one after another in this process on one thread, and sherpa-onnx on the same model and chunks. */
export async function measureParts(audio: Audio, modelsDir: string, folder: string): Promise<void> {
  const detector = await loadVoiceDetector(modelsDir);
  const listening = await timed(() =>
    detector.detect(audio.pcmPath, 0, Math.ceil(audio.durationMs / FRAME_MS)),
  );
  const speech = findSpeech(listening.result, audio.durationMs);
  const plan = planChunks(speech, listening.result);
  console.log(`processor time, voice activity: ${perHour(listening.ms, audio)}`);
  const ours = await measureRecognizer(audio, modelsDir, plan);
  console.log(
    `processor time, recognition: ${perHour(ours.recognitionMs, audio)}; word times: ${perHour(ours.timesMs, audio)}`,
  );
  const speakers = await timed(() =>
    diarize({ type: 'diarize', pcmPath: audio.pcmPath, spans: speech }, () => undefined),
  );
  console.log(`processor time, speakers: ${perHour(speakers.ms, audio)}`);
  const sherpaMs = await measureSherpa(audio, modelsDir, folder, plan);
  const ratio = (ours.recognitionMs + ours.timesMs) / sherpaMs;
  console.log(`processor time, sherpa-onnx-node on the same model and chunks: ${perHour(sherpaMs, audio)}`);
  console.log(
    `ours with word times takes ${ratio.toFixed(2)} of the processor time of sherpa-onnx, which gives none (goal: at most 0.60)`,
  );
}

async function measureRecognizer(audio: Audio, modelsDir: string, plan: readonly Span[]) {
  const recognizer = await loadRecognizer(modelsDir);
  let recognitionMs = 0;
  let timesMs = 0;
  for (const spans of batchChunks(plan, 1)) {
    const sounds = await Promise.all(spans.map((span) => soundOf(audio, span)));
    const heard = await timed(() => recognizer.recognize(sounds));
    recognitionMs += heard.ms;
    const startedAt = processorMs();
    heard.result.forEach(({ tokens, attention }, index) => {
      measuredTimes(wordsOfTokens(tokens), attention, sounds[index] ?? new Float32Array());
    });
    timesMs += processorMs() - startedAt;
  }
  return { recognitionMs, timesMs };
}

async function measureSherpa(
  audio: Audio,
  modelsDir: string,
  folder: string,
  plan: readonly Span[],
): Promise<number> {
  const recognize = loadSherpa(modelsDir, folder);
  let totalMs = 0;
  let letters = 0;
  for (const span of plan) {
    const samples = await soundOf(audio, span);
    const startedAt = processorMs();
    letters += recognize(samples).length;
    totalMs += processorMs() - startedAt;
  }
  if (letters === 0) throw new Error('sherpa-onnx heard nothing');
  return totalMs;
}

function soundOf({ pcmPath }: Audio, { startMs, endMs }: Span): Promise<Float32Array> {
  return readPcm(pcmPath, startMs * 16, endMs * 16);
}

/** Processor time of this process, which other work on the machine changes far less than the clock's. */
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
  return `${((ms * 3600) / durationMs).toFixed(1)} s for an hour of sound`;
}

/** Most memory that a process ever had, as Linux tells. */
function peakMb(processId: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}
