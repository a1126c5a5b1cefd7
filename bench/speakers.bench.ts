// npm run bench -- speakers FOLDER: how well speakers are told apart in recordings that have a NAME.rttm beside them. --models DIR: with the models there; --count: told how many speak.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { parseArgs } from 'node:util';
import { findMediaTool } from '#server/media/find-tool.ts';
import { createLocalEngine } from '#speech/local/engine.ts';
import { residentBytes } from '#speech/local/memory.ts';
import { type DiarizationError, diarizationError, readRttm, type SpeakerTurn } from './diarization-error.ts';

const COLLAR_MS = 250;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { models: { type: 'string' }, count: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (!folder) throw new Error('Usage: npm run bench -- speakers FOLDER [--models DIR] [--count]');
const mediaTool = await findMediaTool();
const engine = createLocalEngine({ modelsDir: values.models });
const work = await mkdtemp(join(tmpdir(), 'bench-speakers-'));
const signal = new AbortController().signal;
const all: Measured[] = [];

interface Measured {
  isRight: boolean;
  error: DiarizationError;
  strict: DiarizationError;
}

try {
  const names = (await readdir(folder)).sort();
  for (const name of names.filter((each) => each.endsWith('.rttm'))) {
    const recording = names.find((each) => parse(each).name === parse(name).name && each !== name);
    if (!recording) continue;
    const reference = readRttm(await readFile(join(folder, name), 'utf8'));
    const pcmPath = join(work, 'sound.pcm');
    const options = { signal, onProgress: () => undefined };
    const path = join(folder, recording);
    const { sound } = await mediaTool.probe(path, options);
    if (!sound) throw new Error(`${recording} has no sound.`);
    const { durationMs } = await mediaTool.decode(path, pcmPath, sound, options);
    all.push(await measure(parse(name).name, reference, { pcmPath, durationMs }));
  }
  const right = all.filter(({ isRight }) => isRight).length;
  console.log(
    `all ${all.length}: right number in ${right}, wrong speaker ${percent(wrongShare(all.map(({ error }) => error)))}, error ${percent(rateOf(all.map(({ error }) => error)))} with the collar, ${percent(rateOf(all.map(({ strict }) => strict)))} without`,
  );
} finally {
  await engine.close();
  await rm(work, { recursive: true, force: true });
}

async function measure(
  name: string,
  reference: readonly SpeakerTurn[],
  audio: { pcmPath: string; durationMs: number },
): Promise<Measured> {
  const wanted = new Set(reference.map(({ speaker }) => speaker)).size;
  let began = performance.now();
  let peakBytes = 0;
  const sample = setInterval(() => {
    peakBytes = Math.max(peakBytes, ...engine.processIds().map(residentBytes));
  }, 200);
  const { segments } = await engine.transcribe(
    audio,
    { diarize: true, speakerCount: values.count ? wanted : null, done: [] },
    {
      signal,
      onProgress: ({ stage, doneMs }) => {
        if (stage === 'speakers' && doneMs === 0) began = performance.now();
      },
      onChunk: async () => undefined,
    },
  );
  const seconds = (performance.now() - began) / 1000;
  clearInterval(sample);
  const found = new Set(segments.map(({ speaker }) => speaker)).size;
  const [error, strict] = [COLLAR_MS, 0].map((collar) => diarizationError(reference, segments, collar));
  if (!error || !strict) throw new Error('Nothing was measured');
  console.log(
    `${name}: ${found} of ${wanted} speakers, wrong speaker ${percent(wrongShare([error]))}, error ${percent(error.rate)} with a collar of 0.25 s, ${percent(strict.rate)} without; ` +
      `${seconds.toFixed(1)} s for ${(audio.durationMs / 60_000).toFixed(1)} minutes, at most ${Math.round(peakBytes / 1e6)} MB in one process`,
  );
  return { isRight: found === wanted, error, strict };
}

/** The share of the time in which both say that somebody speaks, but not the same person. */
function wrongShare(errors: readonly DiarizationError[]): number {
  const sum = (pick: (error: DiarizationError) => number) =>
    errors.reduce((total, error) => total + pick(error), 0);
  return (
    sum(({ confusedMs }) => confusedMs) /
    Math.max(
      1,
      sum(({ totalMs, missedMs }) => totalMs - missedMs),
    )
  );
}

function rateOf(errors: readonly DiarizationError[]): number {
  const totalMs = errors.reduce((total, error) => total + error.totalMs, 0);
  return errors.reduce((sum, error) => sum + error.rate * error.totalMs, 0) / Math.max(1, totalMs);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
