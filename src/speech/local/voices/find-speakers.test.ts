import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MADE_VOICES, madeVoice } from '#tests/support/made-voice.ts';
import { joinSounds, noise, silence, tone, writePcm } from '#tests/support/speak.ts';
import { tinyVoiceNetwork } from '#tests/support/tiny-voices.ts';
import { writeAccepted } from '../accepted-models.ts';
import { sha256Of } from '../model-stamps.ts';
import { modelPath } from '../models.ts';
import { Pool } from '../pool.ts';
import { findSpeakers, type SpeakerSearch } from './find-speakers.ts';

const TURN_MS = 6000;
/** At the end of each turn. */
const PAUSE_MS = 600;
const WORD_MS = 300;
const PER_TURN = (TURN_MS - PAUSE_MS) / WORD_MS;
/** Who speaks in turn in the dialogue. */
const TURNS = [0, 3, 0, 6, 3, 6, 0, 3];

let folder: string;
let pool: Pool;
let dialogue: string;

/** A folder of models with this file as the network of voices. */
async function modelsWith(name: string, network: Uint8Array): Promise<string> {
  const modelsDir = await mkdtemp(join(folder, 'models-'));
  const path = modelPath(modelsDir, 'voices');
  await writeFile(path, network);
  const print = { sha256: await sha256Of(path), sizeBytes: (await stat(path)).size };
  await writeAccepted(modelsDir, name, print);
  return modelsDir;
}
const withTiny = () => modelsWith('campplus_zh_en.onnx', tinyVoiceNetwork());

/** Words in turns of 6 s, a sentence each, with a pause after it. */
const wordsOf = (turns: number) =>
  Array.from({ length: turns * PER_TURN }, (_, index) => {
    const startMs = Math.floor(index / PER_TURN) * TURN_MS + (index % PER_TURN) * WORD_MS;
    return { text: (index + 1) % PER_TURN === 0 ? 'end.' : 'word', startMs, endMs: startMs + WORD_MS - 20 };
  });
const words = wordsOf(TURNS.length);

async function found(search: Partial<SpeakerSearch> & { modelsDir: string }) {
  const reports: number[] = [];
  const answer = await findSpeakers({
    pool,
    pcmPath: dialogue,
    words,
    count: null,
    signal: new AbortController().signal,
    report: (doneMs, totalMs) => reports.push(doneMs / totalMs),
    ...search,
  });
  return { ...answer, reports };
}

/** Who says most of each turn. */
function turnsOf(speakers: readonly number[]): (number | undefined)[] {
  return TURNS.map((_, turn) => {
    const said = speakers.slice(turn * PER_TURN, (turn + 1) * PER_TURN);
    const count = (speaker: number) => said.filter((each) => each === speaker).length;
    return said.toSorted((a, b) => count(b) - count(a))[0];
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-speakers-'));
  pool = new Pool({ size: 2, modelsDir: folder });
  const sounds = TURNS.flatMap((voice, text) => [
    madeVoice({ ...(MADE_VOICES[voice] ?? MADE_VOICES[0]), text, seconds: (TURN_MS - PAUSE_MS) / 1000 }),
    // As quiet as the gaps between the syllables of made voices.
    noise(PAUSE_MS, 0.0004),
  ]);
  dialogue = (await writePcm(join(folder, 'dialogue.pcm'), joinSounds(...sounds))).pcmPath;
});
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
});

it('finds who speaks in turn, and every word of them', async () => {
  const { speakers, by, reports } = await found({ modelsDir: await withTiny() });
  expect(by).toBe('network');
  const turns = turnsOf(speakers);
  const order = [...new Set(turns)];
  expect(turns.map((speaker) => order.indexOf(speaker))).toEqual([0, 1, 0, 2, 1, 2, 0, 1]);
  const wrong = speakers.filter((speaker, index) => speaker !== turns[Math.floor(index / PER_TURN)]);
  expect(wrong.length / speakers.length).toBeLessThan(0.05);
  expect(reports).toEqual(reports.toSorted((a, b) => a - b));
  expect(reports.at(-1)).toBe(1);
});

it.each([1, 2, 3])('finds %i if somebody says so', async (count) => {
  const { speakers } = await found({ modelsDir: await withTiny(), count });
  expect(new Set(speakers).size).toBe(count);
});

it.each([
  ['silence', silence(TURN_MS)],
  ['noise', noise(TURN_MS, 0.3)],
  ['a hum', tone(TURN_MS, 100, 0.5)],
])('takes %s under words for one speaker', async (name, sound) => {
  const { pcmPath } = await writePcm(join(folder, `${name}.pcm`), sound);
  const { speakers } = await found({ modelsDir: await withTiny(), pcmPath, words: wordsOf(1) });
  expect(new Set(speakers)).toEqual(new Set([0]));
});

it('takes one word, no words, and words after the end of the sound', async () => {
  const modelsDir = await withTiny();
  expect((await found({ modelsDir, words: words.slice(0, 1) })).speakers).toEqual([0]);
  expect((await found({ modelsDir, words: [] })).speakers).toEqual([]);
  const late = words.map((word) => ({
    ...word,
    startMs: word.startMs + 3_600_000,
    endMs: word.endMs + 3_600_000,
  }));
  expect(new Set((await found({ modelsDir, words: late })).speakers)).toEqual(new Set([0]));
});

it.each([
  ['is no network', new TextEncoder().encode('no network')],
  ['is cut off', tinyVoiceNetwork().subarray(0, 20_000)],
])('tells speakers apart by cepstra if the accepted file %s', async (_, network) => {
  const failures: unknown[] = [];
  const { speakers, by, reports } = await found({
    modelsDir: await modelsWith('campplus_zh_en.onnx', network),
    onNetworkFailed: (error) => failures.push(error),
  });
  expect(by).toBe('cepstra');
  expect(failures).toHaveLength(1);
  expect(reports).toEqual(reports.toSorted((a, b) => a - b));
  expect(speakers).toHaveLength(words.length);
});

it('tells speakers apart by cepstra where there is no network', async () => {
  const { speakers, by } = await found({ modelsDir: folder });
  expect(by).toBe('cepstra');
  expect(new Set(speakers).size).toBeGreaterThan(1);
});

it('ends at once when it is cancelled, and others go on', async () => {
  const modelsDir = await withTiny();
  const stop = new AbortController();
  const reason = new Error('enough');
  const report = () => stop.abort(reason);
  const [cancelled, other] = await Promise.allSettled([
    found({ modelsDir, signal: stop.signal, report }),
    found({ modelsDir }),
  ]);
  expect(cancelled).toMatchObject({ status: 'rejected', reason });
  expect(other).toMatchObject({ status: 'fulfilled' });
});
