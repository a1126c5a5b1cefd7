import { expect, it } from 'vitest';
import { readWeights, shardsOf } from './weights.ts';

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const model = bytesOf({
  modelTopology: {},
  weightsManifest: [
    {
      paths: ['shard1', 'shard2'],
      weights: [
        { name: 'a', shape: [2, 2], dtype: 'float32' },
        { name: 'axes', shape: [1], dtype: 'int32' },
        { name: 'b', shape: [], dtype: 'float32' },
      ],
    },
  ],
});
const shards = Buffer.from(Float32Array.of(1, 2, 3, 4, 0, 5).buffer);

it('finds each tensor behind those before it', () => {
  const weights = readWeights(model, shards);
  expect(shardsOf(model)).toEqual(['shard1', 'shard2']);
  expect([...weights.take('a', [2, 2])]).toEqual([1, 2, 3, 4]);
  expect([...weights.take('b', [])]).toEqual([5]);
});

it('finds them at odd places of a buffer, too', () => {
  const joined = Buffer.concat([Buffer.alloc(3), shards]).subarray(3);
  expect([...readWeights(model, joined).take('a', [2, 2])]).toEqual([1, 2, 3, 4]);
});

it('refuses what does not fit', () => {
  const weights = readWeights(model, shards);
  expect(() => weights.take('c', [1])).toThrow('no c');
  expect(() => weights.take('a', [4])).toThrow('no a of [4]');
  expect(() => weights.take('axes', [1])).toThrow('no axes');
  expect(() => readWeights(model, shards.subarray(4))).toThrow('20 bytes where 24');
});

it.each([{}, [], { weightsManifest: [] }, { weightsManifest: [{ paths: ['../x'], weights: [] }] }])(
  'refuses the model %j',
  (other) => {
    expect(() => readWeights(bytesOf(other), shards)).toThrow();
  },
);
