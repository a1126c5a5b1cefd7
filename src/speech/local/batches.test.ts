import { expect, it } from 'vitest';
import { batchChunks, createBatcher } from './batches.ts';

const chunksOf = (...lengths: number[]) =>
  lengths.map((lengthMs, index) => ({ startMs: index * 20_000, endMs: index * 20_000 + lengthMs }));

it('groups chunks of similar length, four at most, and loses none', () => {
  const chunks = chunksOf(...Array.from({ length: 70 }, (_, index) => 1000 + ((index * 7919) % 14_000)));
  const batches = batchChunks(chunks, 2);
  expect(batches.flat().toSorted((a, b) => a.startMs - b.startMs)).toEqual(chunks);
  expect(Math.max(...batches.map((batch) => batch.length))).toBe(4);
  for (const batch of batches) {
    const lengths = batch.map(({ startMs, endMs }) => endMs - startMs);
    expect(Math.min(...lengths) / Math.max(...lengths)).toBeGreaterThanOrEqual(0.6);
  }
  // Only a few chunks are in a batch of their own.
  expect(batches.length).toBeLessThan(25);
});

it('never exceeds the given batch size', () => {
  const chunks = chunksOf(...Array.from({ length: 20 }, () => 10_000));
  const batches = [...createBatcher(1, 1).add(chunks, 'nothing')];
  expect(batches.map((batch) => batch.length)).toEqual(chunks.map(() => 1));
});

it('distributes a few chunks among the children', () => {
  expect(batchChunks(chunksOf(5000, 5000, 5000, 5000), 2).map((batch) => batch.length)).toEqual([2, 2]);
  expect(batchChunks(chunksOf(5000), 4)).toHaveLength(1);
  expect(batchChunks([], 4)).toEqual([]);
});

it('makes the same batches however the chunks arrive, and gives the first without waiting for the end', () => {
  const chunks = chunksOf(...Array.from({ length: 75 }, (_, index) => 1000 + ((index * 7919) % 14_000)));
  const batcher = createBatcher(2);
  expect(batcher.add(chunks.slice(0, 7), 'more')).toEqual([]);
  const first = batcher.add(chunks.slice(7, 10), 'more');
  expect(first.length).toBeGreaterThanOrEqual(2);
  const rest = [...batcher.add(chunks.slice(10, 60), 'more'), ...batcher.add(chunks.slice(60), 'nothing')];
  expect([...first, ...rest]).toEqual(batchChunks(chunks, 2));
});
