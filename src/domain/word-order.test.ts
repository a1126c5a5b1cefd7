import { expect, it } from 'vitest';
import { inOrder } from './word-order.ts';

const timesOf = (...times: [startMs: number, endMs: number][]) =>
  inOrder(
    times.map(([startMs, endMs]) => ({
      ...{ text: 'a', startMs, endMs, confidence: null },
      ...{ speaker: 'Speaker 1', timing: 'measured' as const },
    })),
    1000,
  ).map(({ startMs, endMs }) => [startMs, endMs]);

it.each<[string, [number, number][], [number, number][]]>([
  [
    'leaves times that are in order',
    [
      [0, 300],
      [300, 400],
      [500, 1000],
    ],
    [
      [0, 300],
      [300, 400],
      [500, 1000],
    ],
  ],
  [
    'ends a word where the next one begins',
    [
      [0, 500],
      [300, 600],
    ],
    [
      [0, 300],
      [300, 600],
    ],
  ],
  ['ends the last word with the recording', [[900, 1700]], [[900, 1000]]],
  [
    'moves words that begin after the end',
    [
      [1500, 1700],
      [1600, 1800],
    ],
    [
      [998, 999],
      [999, 1000],
    ],
  ],
  ['gives a word that ends before it begins a millisecond', [[500, 400]], [[500, 501]]],
  [
    'leaves room for the words before',
    [
      [0, 10],
      [0, 20],
      [0, 30],
    ],
    [
      [0, 1],
      [1, 2],
      [2, 30],
    ],
  ],
])('%s', (_, times, expected) => {
  expect(timesOf(...times)).toEqual(expected);
});
