import { expect, it } from 'vitest';
import { cosinesTo, measureVectors, mixedCosines } from './cosines.ts';
import { packVectors } from './quantize.ts';

const vector = (...numbers: number[]) => {
  const length = Math.hypot(...numbers) || 1;
  return Float32Array.from(numbers, (value) => value / length);
};
const pack = (vectors: readonly Float32Array[]) =>
  measureVectors(packVectors(vectors, { dimensions: 4, packing: 'each' }).bytes, vectors.length);
const ASKED = vector(1, 0, 0, 0);

it('gives the cosine of each packed vector, whatever its scale', () => {
  const cosines = cosinesTo(pack([vector(1, 0, 0, 0), vector(1, 1, 0, 0), vector(-3, 0, 0, 0.1)]), ASKED);
  expect(cosines[0]).toBeCloseTo(1, 2);
  expect(cosines[1]).toBeCloseTo(Math.SQRT1_2, 2);
  expect(cosines[2]).toBeCloseTo(-1, 2);
});

it('mixes each passage with its neighbours, as their sum has it', () => {
  const vectors = [vector(1, 0, 0, 0), vector(0, 1, 0, 0), vector(1, 1, 1, 0), vector(0, 0, 0, 1)];
  const wanted = vectors.map((own, index) => {
    const sum = own.map(
      (value, at) => value + 0.5 * ((vectors[index - 1]?.[at] ?? 0) + (vectors[index + 1]?.[at] ?? 0)),
    );
    return (sum[0] ?? 0) / Math.hypot(...sum);
  });
  const mixed = mixedCosines(pack(vectors), ASKED);
  for (const [index, cosine] of wanted.entries()) expect(mixed[index]).toBeCloseTo(cosine, 2);
});

it('takes a passage of nothing for near to nothing, and refuses what does not fit', () => {
  const nothing = Float32Array.from([0, 0, 0, 0]);
  expect([...cosinesTo(pack([nothing]), ASKED)]).toEqual([0]);
  expect([...mixedCosines(pack([nothing]), ASKED)]).toEqual([0]);
  expect(cosinesTo(measureVectors(new Int8Array(), 0), ASKED)).toHaveLength(0);
  expect(() => measureVectors(new Int8Array(7), 2)).toThrow(RangeError);
  expect(() => cosinesTo(measureVectors(new Int8Array(6), 2), ASKED)).toThrow(RangeError);
});
