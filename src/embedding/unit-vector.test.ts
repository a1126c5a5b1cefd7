import { expect, it } from 'vitest';
import { unitVector } from './unit-vector.ts';

it('makes a vector as long as 1', () => {
  expect([...unitVector([3, 0, -4])].map((value) => value.toFixed(6))).toEqual([
    '0.600000',
    '0.000000',
    '-0.800000',
  ]);
});

it.each([[[0, 0]], [[]], [[Number.NaN, 1]], [[Number.POSITIVE_INFINITY]]])(
  'refuses to scale %j',
  (vector) => {
    expect(() => unitVector(vector)).toThrow(RangeError);
  },
);
