import { expect, it } from 'vitest';
import { cosineOf, LOCAL_PACKING, nearestVectors, type Packing, packVectors } from './quantize.ts';
import { unitVector } from './unit-vector.ts';

const DIMENSIONS = 64;
/** Numbers that look random, the same in each run. */
function vectorsOf(count: number): Float32Array[] {
  let state = 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  return Array.from({ length: count }, () => unitVector(Array.from({ length: DIMENSIONS }, next)));
}
const vectors = vectorsOf(500);
const dot = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
const packed = (packing: Packing) => packVectors(vectors, { dimensions: DIMENSIONS, packing });

it.each([['each'], [{ factor: 300 }]] as const)('keeps cosines within 0.01, packed %j', (packing) => {
  const all = packed(packing);
  const [wanted = new Float32Array()] = vectors;
  for (const [index, vector] of vectors.entries())
    expect(Math.abs(cosineOf(all, wanted, index) - dot(wanted, vector))).toBeLessThan(0.01);
});

it('packs with one factor as the table of decision 086 says, and clips', () => {
  const vector = Float32Array.of(0.001, -0.001, 0.12, 0.9, -0.9);
  const { bytes, scales } = packVectors([vector], { dimensions: 5, packing: LOCAL_PACKING });
  expect([...bytes]).toEqual([1, -1, 122, 127, -127]);
  expect(scales).toBeCloseTo(1 / 1016, 10);
});

it('packs zeros, which are near nothing', () => {
  const zeros = new Float32Array(DIMENSIONS);
  for (const packing of ['each', LOCAL_PACKING] as const) {
    const all = packVectors([zeros], { dimensions: DIMENSIONS, packing });
    expect(nearestVectors(all, vectors[0] ?? zeros, 1)).toEqual([{ index: 0, cosine: 0 }]);
  }
});

it('finds the nearest in order, as sorting all of them does', () => {
  const all = packed('each');
  for (const wanted of vectors.slice(0, 20)) {
    const sorted = vectors
      .map((_, index) => ({ index, cosine: cosineOf(all, wanted, index) }))
      .sort((one, other) => other.cosine - one.cosine || one.index - other.index);
    for (const count of [1, 2, 10, 499, 500, 1000])
      expect(nearestVectors(all, wanted, count)).toEqual(sorted.slice(0, count));
  }
});

it('has the first of equally near ones, nothing of nothing, and none if none is wanted', () => {
  const [one = new Float32Array(), other = new Float32Array()] = vectors;
  const all = packVectors([other, one, one, one], { dimensions: DIMENSIONS, packing: 'each' });
  expect(nearestVectors(all, one, 2).map(({ index }) => index)).toEqual([1, 2]);
  expect(nearestVectors(all, one, 0)).toEqual([]);
  expect(nearestVectors(packVectors([], { dimensions: DIMENSIONS, packing: 'each' }), one, 5)).toEqual([]);
});

it('refuses vectors of other sizes', () => {
  expect(() => nearestVectors(packed('each'), new Float32Array(3), 1)).toThrow(RangeError);
  expect(() => packVectors([new Float32Array(3)], { dimensions: 4, packing: 'each' })).toThrow(RangeError);
});
