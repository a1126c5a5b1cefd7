import { expect, it } from 'vitest';
import { idsBetween, turnOf } from './turn-of.ts';

const segments = ['A', 'B', 'B', 'B', 'A'].map((speaker, index) => ({ id: 10 + index, speaker }));

it('finds the turn around a segment', () => {
  expect(turnOf(segments, 12)).toEqual([11, 12, 13]);
  expect(turnOf(segments, 10)).toEqual([10]);
  expect(turnOf(segments, 99)).toEqual([]);
});

it('finds what lies between two rows, both included, whichever comes first', () => {
  expect(idsBetween(segments, 13, 11)).toEqual([11, 12, 13]);
  expect(idsBetween(segments, 14, 14)).toEqual([14]);
  expect(idsBetween(segments, 11, 99)).toEqual([]);
});
