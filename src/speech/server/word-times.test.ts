import { expect, it } from 'vitest';
import type { Heard, HeardWord } from './read-answer.ts';
import { timeWords } from './word-times.ts';

const word = (
  text: string,
  start: number | null,
  end: number | null = start === null ? null : start + 0.4,
): HeardWord => ({
  ...{ text, start, end, confidence: null, speaker: null },
});
const heard = (words: HeardWord[]): Heard => ({
  language: null,
  segments: [{ text: '', start: null, end: null, confidence: null, speaker: null, words }],
  times: 'words',
});
/** Ten seconds from the first minute on. */
const piece = { sound: { startMs: 60_000, endMs: 70_000 }, speech: [{ startMs: 60_000, endMs: 70_000 }] };
const many = (timing: string, count: number) => Array.from({ length: count }, () => timing);
const timesOf = (words: HeardWord[]) =>
  timeWords(heard(words), piece).map(({ startMs, endMs }) => [startMs, endMs]);

it('moves times to the place of the piece', () => {
  expect(timesOf([word('a', 0.5), word('b', 1)])).toEqual([
    [60_500, 60_900],
    [61_000, 61_400],
  ]);
});

it('estimates times that are missing from those around them', () => {
  const times = timeWords(
    heard([word('a', 1), word('in', null), word('nineteen', null), word('b', 3)]),
    piece,
  );
  const [, second, third] = times;
  expect(second?.startMs).toBe(61_400);
  expect(third?.startMs).toBe(second?.endMs);
  expect(third?.endMs).toBeLessThanOrEqual(63_000);
  expect(times.map(({ timing }) => timing)).toEqual(many('measured', 4));
});

it('says of many words without times that theirs are estimated', () => {
  const without = Array.from({ length: 4 }, () => word('in', null));
  const times = timeWords(heard([word('a', 1), ...without, word('b', 5)]), piece);
  expect(times.map(({ timing }) => timing)).toEqual(['measured', ...many('estimated', 4), 'measured']);
});

it.each([
  ['one that runs far ahead', [0, 1, 9, 2, 3, 4]],
  ['one that falls back', [0, 1, 2, 0.1, 3, 4]],
  ['those past the end', [0, 1, 2, 3, 400, 500]],
  ['those before the beginning', [-30, 1, 2, 3, 4, 5]],
])('forgets %s, and keeps the order of the words', (_, starts) => {
  const times = timeWords(heard(starts.map((start, index) => word(String(index), start))), piece);
  expect(times.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5']);
  for (const [index, { startMs, endMs }] of times.entries()) {
    expect(startMs).toBeGreaterThanOrEqual(times[index - 1]?.endMs ?? 60_000);
    expect(endMs).toBeGreaterThan(startMs);
    expect(endMs).toBeLessThanOrEqual(70_000);
  }
  const right = times.filter((each, index) => each.startMs === 60_000 + (starts[index] ?? 0) * 1000);
  expect(right.length).toBeGreaterThanOrEqual(4);
});

it('spreads a text without times over the speech, not over the pauses', () => {
  const text = 'one two three four five six';
  const speech = [
    { startMs: 60_000, endMs: 62_000 },
    { startMs: 68_000, endMs: 70_000 },
  ];
  const words = timeWords(
    {
      language: null,
      times: 'none',
      segments: [{ text, start: null, end: null, confidence: null, speaker: null, words: [] }],
    },
    { ...piece, speech },
  );
  expect(words.every(({ timing }) => timing === 'estimated')).toBe(true);
  expect(words.every(({ startMs }) => startMs < 62_000 || startMs >= 68_000)).toBe(true);
  expect(words.filter(({ startMs }) => startMs >= 68_000).length).toBeGreaterThan(1);
});

it('takes no Chinese sentence for one word', () => {
  const text = '你好世界。我们今天开始。';
  const words = timeWords(
    {
      language: 'zh',
      times: 'none',
      segments: [{ text, start: null, end: null, confidence: null, speaker: null, words: [] }],
    },
    piece,
  );
  expect(words.length).toBeGreaterThan(3);
  expect(words.map((each) => each.text).join('')).toBe(text);
});

it('spreads the words of a segment over its own time', () => {
  const segment = (text: string, start: number | null, end: number | null) => ({
    text,
    start,
    end,
    confidence: 0.5,
    speaker: 'A',
    words: [],
  });
  const words = timeWords(
    {
      language: null,
      times: 'segments',
      segments: [segment('Hello there.', 1, 2), segment('Lost', null, null), segment('Bye.', 4, 5)],
    },
    piece,
  );
  expect(words.map(({ text, startMs }) => [text, Math.floor(startMs / 1000)])).toEqual([
    ['Hello', 61],
    ['there.', 61],
    ['Lost', 62],
    ['Bye.', 64],
  ]);
  expect(words[0]).toMatchObject({ speaker: 'A', confidence: 0.5, timing: 'estimated' });
});
