import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isAlive } from '#tests/support/processes.ts';
import { joinSounds, noise, silence, speak, tone, writePcm } from '#tests/support/speak.ts';
import { runRecognition } from '../engine.compliance.ts';
import type { Audio, SpeechProgress } from '../engine.ts';
import { createLocalEngine, type LocalEngine } from './engine.ts';
import { defaultModelsDir, missingModels } from './models.ts';

let folder: string;
/** Of all tests, since its processes take seconds to read the models; tests/slow/local-engine.test.ts kills, starves and damages others. */
let engine: LocalEngine;
const audioOf = (name: string, samples: Float32Array): Promise<Audio> =>
  writePcm(join(folder, name), samples);

beforeAll(async () => {
  const missing = await missingModels(defaultModelsDir());
  if (missing.length > 0)
    throw new Error('Speech models are missing. Run: node src/server/cli/fetch-models.ts');
  folder = await mkdtemp(join(tmpdir(), 'local-engine-'));
  engine = createLocalEngine({ threads: 2 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

it('recognizes speech, with measured times and confidence', async () => {
  const said = 'We started with a small team of five people, and now there are more than fifty of us.';
  const speech = await speak(said, { voice: 'rms' });
  const audio = await audioOf('said.pcm', joinSounds(silence(2000), speech, silence(1000)));
  const { segments, lowConfidence } = (await runRecognition(engine, audio)).transcription;
  expect(segments.map(({ text }) => text).join(' ')).toBe(said);
  expect(segments.every(({ timing }) => timing === 'measured')).toBe(true);
  const words = segments.flatMap((segment) => segment.words);
  expect(Math.abs((words[0]?.startMs ?? 0) - 2150)).toBeLessThan(200);
  expect(Math.min(...words.map(({ confidence }) => confidence ?? 0))).toBeGreaterThan(0.3);
  expect(lowConfidence).toBe(false);
});

it('gives words after a pause their right times', async () => {
  const [one, two] = await Promise.all([speak('Hello there everyone.'), speak('Nothing was left to do.')]);
  const audio = await audioOf('pause.pcm', joinSounds(one, silence(600), two));
  const words = (await runRecognition(engine, audio)).transcription.segments.flatMap(
    (segment) => segment.words,
  );
  const nothing = words.find(({ text }) => text === 'Nothing');
  // flite itself begins with about 150 ms of silence.
  expect(Math.abs((nothing?.startMs ?? 0) - (one.length / 16 + 600 + 150))).toBeLessThan(150);
});

it('finds where somebody speaks without recognizing it', async () => {
  const speech = await speak('We started with a small team of five people.', { voice: 'rms' });
  const audio = await audioOf('two.pcm', joinSounds(silence(2000), speech, silence(3000), speech));
  const progress: SpeechProgress[] = [];
  const hooks = {
    signal: new AbortController().signal,
    onProgress: (each: SpeechProgress) => progress.push(each),
  };
  const spans = await engine.findSpeech?.(audio, hooks);
  expect(spans).toHaveLength(2);
  const [first, second] = spans ?? [];
  expect(Math.abs((first?.startMs ?? 0) - 2000)).toBeLessThan(300);
  expect((second?.startMs ?? 0) - (first?.endMs ?? 0)).toBeGreaterThan(2500);
  expect(progress.at(-1)).toEqual({
    stage: 'listening',
    doneMs: audio.durationMs,
    totalMs: audio.durationMs,
  });
  const reason = new Error('no longer wanted');
  const aborted = engine.findSpeech?.(audio, { ...hooks, signal: AbortSignal.abort(reason) });
  await expect(aborted).rejects.toBe(reason);
});

it.each([
  ['noise', () => noise(20_000, 0.3)],
  ['a tone', () => tone(20_000, 440, 0.5)],
  ['nothing at all', () => new Float32Array()],
  ['a click shorter than a frame', () => noise(20, 0.9)],
  ['samples that are no numbers', () => silence(5000).fill(Number.NaN)],
])('invents nothing in %s', async (_name, sound) => {
  const { transcription } = await runRecognition(engine, await audioOf('sound.pcm', sound()));
  expect(transcription.segments).toEqual([]);
});

it('recognizes speech among samples that are NaN or far too loud', async () => {
  const speech = await speak('The museum is open from Monday to Saturday.', { voice: 'rms' });
  const damaged = joinSounds(speech, silence(500));
  damaged[100] = Number.NaN;
  damaged[damaged.length - 10] = Number.POSITIVE_INFINITY;
  const { segments } = (await runRecognition(engine, await audioOf('damaged.pcm', damaged))).transcription;
  expect(segments.map(({ text }) => text).join(' ')).toBe('The museum is open from Monday to Saturday.');
});

it('recognizes speech that is 45 dB quieter', async () => {
  const speech = await speak('The museum is open from Monday to Saturday.', { voice: 'rms' });
  const audio = await audioOf(
    'quiet.pcm',
    joinSounds(speech, silence(500)).map((value) => value * 0.005),
  );
  const { segments } = (await runRecognition(engine, audio)).transcription;
  expect(segments.map(({ text }) => text).join(' ')).toBe('The museum is open from Monday to Saturday.');
});

// The last test: it closes the engine of all of them.
it('leaves no child behind when closed', async () => {
  await runRecognition(engine, await audioOf('short.pcm', await speak('Good morning.')));
  const ids = engine.processIds();
  expect(ids.length).toBeGreaterThan(0);
  await engine.close();
  expect(ids.filter(isAlive)).toEqual([]);
});
