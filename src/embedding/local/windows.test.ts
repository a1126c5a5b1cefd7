import { expect, it } from 'vitest';
import { windowsOf } from './windows.ts';

/** Token n is the nth of these pieces. */
const windowsIn = (pieces: readonly string[]) =>
  windowsOf([...pieces.keys()], { piece: (token) => pieces[token] ?? '' }).map(({ length }) => length);
const words = (count: number) => Array.from({ length: count }, () => '▁word');

it('leaves a text of 128 tokens whole', () => {
  expect(windowsIn(words(128))).toEqual([128]);
  expect(windowsIn([])).toEqual([]);
});

it('cuts a longer one after the last sentence that ends in the second half of a part', () => {
  const pieces = words(300).map((word, index) =>
    index === 80 || index === 100 || index === 30 ? '.' : word,
  );
  expect(windowsIn(pieces)).toEqual([101, 128, 71]);
});

it('cuts before a word where no sentence ends, and anywhere in a word without end', () => {
  const pieces = words(200).map((word, index) => (index > 120 && index < 140 ? 's' : word));
  expect(windowsIn(pieces)).toEqual([120, 80]);
  expect(windowsIn(Array.from({ length: 300 }, () => 'a'))).toEqual([128, 128, 44]);
});

it('leaves out and repeats nothing', () => {
  const tokens = Array.from({ length: 1000 }, (_, index) => index);
  const piece = (token: number) => (token % 7 === 0 ? '▁a' : token % 13 === 0 ? '.' : 's');
  const windows = windowsOf(tokens, { piece });
  expect(windows.flat()).toEqual(tokens);
  expect(Math.max(...windows.map(({ length }) => length))).toBeLessThanOrEqual(128);
});
