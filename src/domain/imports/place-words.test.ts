import { expect, it } from 'vitest';
import type { Segment, Word } from '#contract/segments.ts';
import { seededRandom } from '#tests/support/random.ts';
import { shareByLength } from '../retime.ts';
import { placeWords } from './place-words.ts';

const VOCABULARY = Array.from({ length: 900 }, (_, index) => `w${(index * 7919).toString(36)}`);
const OTHERS = Array.from({ length: 900 }, (_, index) => `x${(index * 6007).toString(36)}`);

/** Words of a talk, drawn as language draws them: a few very often. Each takes 300 ms, with a pause after every tenth. */
function talk(count: number, { seed = 1, words = VOCABULARY } = {}): Word[] {
  const random = seededRandom(seed);
  let ms = 1000;
  return Array.from({ length: count }, (_, index) => {
    const rank = Math.floor(words.length ** (random.below(1000) / 1000));
    const startMs = ms;
    ms += 300 + (index % 10 === 9 ? 700 : 20);
    return { text: words[rank - 1] ?? 'w', startMs, endMs: startMs + 300, confidence: 0.9 };
  });
}
const segment = (words: readonly Word[]): Segment => ({
  speaker: 'Speaker 1',
  startMs: 0,
  endMs: 1000,
  text: words.map(({ text }) => text).join(' '),
  words: shareByLength(
    words.map(({ text }) => text),
    { startMs: 0, endMs: 1000 },
  ),
  timing: 'estimated',
});
const place = (given: readonly Word[], heard: readonly Word[], keepSegments = false) =>
  placeWords([segment(given)], heard, { keepSegments, durationMs: (heard.at(-1)?.endMs ?? 0) + 1000 });
const wordsOf = (segments: readonly Segment[]) => segments.flatMap(({ words }) => words);

it('places an hour of words that were heard with errors, within seconds', () => {
  const said = talk(10_000);
  const random = seededRandom(5);
  const heard = said.flatMap((word) => {
    if (random.chance(0.05)) return [];
    if (random.chance(0.1)) return [{ ...word, text: 'misheard' }];
    return random.chance(0.03)
      ? [word, { ...word, text: 'um', startMs: word.endMs, endMs: word.endMs + 10 }]
      : [word];
  });
  const began = performance.now();
  const placed = place(said, heard);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(placed.fit).toBeGreaterThan(0.5);
  const errors = wordsOf(placed.segments)
    .map(({ startMs }, index) => Math.abs(startMs - (said[index]?.startMs ?? 0)))
    .sort((a, b) => a - b);
  expect(errors).toHaveLength(10_000);
  expect(errors[5000]).toBeLessThan(80);
  expect(errors[9000]).toBeLessThan(400);
});

it('gives every word a time, in order, and marks those that were not heard', () => {
  const said = talk(200);
  const extra = talk(12, { seed: 3, words: OTHERS });
  const placed = place([...said.slice(0, 100), ...extra, ...said.slice(100)], said);
  expect(placed.unplacedWords).toBe(12);
  const words = wordsOf(placed.segments);
  expect(words.slice(100, 112).every(({ confidence }) => confidence === 0)).toBe(true);
  expect(words.filter(({ confidence }) => confidence === 0)).toHaveLength(12);
  for (const [index, word] of words.entries()) {
    expect(word.endMs).toBeGreaterThan(word.startMs);
    expect(word.startMs).toBeGreaterThanOrEqual(words[index - 1]?.endMs ?? 0);
  }
});

it('tells what the text leaves out', () => {
  const said = talk(1000);
  const placed = place([...said.slice(0, 300), ...said.slice(600)], said);
  expect(placed.notes).toEqual([expect.stringMatching(/^From 1:57 to 3:53 something is said/)]);
  expect(placed.unplacedWords).toBe(0);
});

it('tells how late the times of a file are', () => {
  const said = talk(300);
  const late = [{ ...segment(said), words: said.map((word) => ({ ...word, startMs: word.startMs + 4200 })) }];
  expect(placeWords(late, said, { keepSegments: true, durationMs: 200_000 }).lateMs).toBe(4200);
});

it('finds that a text belongs to another recording', () =>
  expect(place(talk(2000), talk(2000, { seed: 99 })).fit).toBeLessThan(0.1));

it('takes a text or a recording without a word', () => {
  expect(place([], talk(5))).toMatchObject({ segments: [], fit: 0 });
  expect(place(talk(5), [])).toMatchObject({ unplacedWords: 5, fit: 0 });
});

it('takes a text of which nothing was heard, however long', () => {
  const { unplacedWords, words } = place(talk(200_000), talk(1000, { words: OTHERS }));
  expect([unplacedWords, words]).toEqual([200_000, 200_000]);
});
