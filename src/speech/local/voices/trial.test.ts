import { expect, it } from 'vitest';
import { VECTOR_SIZE } from './network.ts';
import { faultOf } from './trial.ts';

/** A network that answers with these directions for the four windows, of which the first two are one voice. */
function answering(...directions: number[]) {
  return { describe: async () => directions.map((direction) => vectorTowards(direction)) };
}

function vectorTowards(direction: number, size = VECTOR_SIZE): Float32Array {
  return new Float32Array(size).fill(Math.cos(direction), 0, 1).fill(Math.sin(direction), 1, 2);
}

it('accepts a network that tells voices apart', async () => {
  expect(await faultOf(answering(0, 0.3, 1.5, 1.2))).toBeUndefined();
});

it.each([
  ['answers the same for every voice', answering(0, 0, 0, 0), /low voice/],
  ['hears one voice as two', answering(0, 1.5, 0, 1.5), /low voice/],
  ['tells voices apart too little', answering(0, 0.3, 0.6, 0.9), /low voice/],
  ['answers with something that is no number', answering(0, Number.NaN, 1.5, 1.5), /192 numbers/],
  ['describes too few voices', answering(0, 0), /192 numbers/],
  [
    'answers with fewer numbers',
    { describe: async () => [0, 0, 1.5, 1.5].map((direction) => vectorTowards(direction, 100)) },
    /192 numbers/,
  ],
])('finds fault with a network that %s', async (_, network, fault) => {
  expect(await faultOf(network)).toMatch(fault);
});

it('finds fault with a network that does not repeat itself, even in the memory of its last answer', async () => {
  const answer = [0, 0.3, 1.5, 1.2].map((direction) => vectorTowards(direction));
  let calls = 0;
  const describe = async () => {
    calls += 1;
    for (const vector of answer) vector[5] = calls / 1000;
    return answer;
  };
  expect(await faultOf({ describe })).toMatch(/same way twice/);
});

it('gives the network four windows of 148 frames whose bands have no mean', async () => {
  const given: Float32Array[] = [];
  const describe = async (windows: readonly Float32Array[]) => {
    given.push(...windows);
    return [];
  };
  await faultOf({ describe });
  expect(given.map(({ length }) => length)).toEqual([148, 148, 148, 148].map((frames) => frames * 80));
  for (const window of given) {
    const band = window.filter((_, index) => index % 80 === 40);
    expect(Math.abs(band.reduce((sum, value) => sum + value, 0))).toBeLessThan(0.01);
    expect(Math.max(...band)).toBeGreaterThan(1);
  }
});
