import { expect, it } from 'vitest';
import { percentile } from '#tests/support/percentile.ts';

it('uses the nearest rank', () => {
  const values = [50, 10, 40, 20, 30];
  expect([0, 0.2, 0.5, 0.95, 1].map((part) => percentile(values, part))).toEqual([10, 10, 30, 50, 50]);
  expect(percentile([], 0.5)).toBeNaN();
});
