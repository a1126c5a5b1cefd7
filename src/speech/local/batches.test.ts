import { expect, it } from 'vitest';
import { batchChunks } from './batches.ts';

const chunksOf = (...lengths: number[]) =>
  lengths.map((lengthMs, index) => ({ startMs: index * 20_000, endMs: index * 20_000 + lengthMs }));

it('puts alike lengths together, four at most, and loses none', () => {
  const chunks = chunksOf(...Array.from({ length: 70 }, (_, index) => 1000 + ((index * 7919) % 14_000)));
  const batches = batchChunks(chunks, 2);
  expect(batches.flat().toSorted((a, b) => a.startMs - b.startMs)).toEqual(chunks);
  expect(Math.max(...batches.map((batch) => batch.length))).toBe(4);
  const spreads = batches.slice(0, 8).map((batch) => {
    const lengths = batch.map(({ startMs, endMs }) => endMs - startMs);
    return Math.max(...lengths) - Math.min(...lengths);
  });
  expect(Math.max(...spreads)).toBeLessThan(4000);
});

it('shares few chunks out among the children', () => {
  expect(batchChunks(chunksOf(5000, 5000, 5000, 5000), 2).map((batch) => batch.length)).toEqual([2, 2]);
  expect(batchChunks(chunksOf(5000), 4)).toHaveLength(1);
  expect(batchChunks([], 4)).toEqual([]);
});
