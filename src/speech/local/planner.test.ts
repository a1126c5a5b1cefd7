import { expect, it } from 'vitest';
import { createPlanner } from './planner.ts';
import { FRAME_MS, findSpeech, planChunks } from './speech-regions.ts';

/** Talk and pauses of random length and likelihood, the same for the same seed. */
function randomTalk(seed: number, frames: number): Uint8Array {
  let state = seed * 7919 + 1;
  const random = () => {
    // Park and Miller's generator: https://dl.acm.org/doi/10.1145/63039.63042
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const probabilities = new Uint8Array(frames);
  for (let at = 0; at < frames; ) {
    // Most ranges are short, some last a minute.
    const length = Math.ceil(random() ** 4 * 1900) + 1;
    const level = random() < 0.5 ? 0 : 255;
    for (let frame = at; frame < Math.min(frames, at + length); frame++) {
      probabilities[frame] = Math.round(level * 0.7 + random() * 76);
    }
    at += length;
  }
  return probabilities;
}

it('gives the chunks of the whole recording bit by bit, however the blocks are cut and ordered', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const probabilities = randomTalk(seed, 8000 + seed * 13);
    const durationMs = probabilities.length * FRAME_MS - 5;
    const blockFrames = 300 + seed * 17;
    const starts = Array.from(
      { length: Math.ceil(probabilities.length / blockFrames) },
      (_, n) => n * blockFrames,
    );
    // Swaps neighbors, as when two children work at the same time.
    const order = seed % 2 === 0 ? starts : starts.map((_, index) => starts[index ^ 1] ?? starts[index] ?? 0);
    const planner = createPlanner(durationMs);
    const given = order.map((from) => planner.add(from, probabilities.subarray(from, from + blockFrames)));
    expect(given.flat()).toEqual(planChunks(findSpeech(probabilities, durationMs), probabilities));
    expect(planner.isComplete()).toBe(true);
  }
});

it('gives the first chunks before the end has arrived', () => {
  const probabilities = randomTalk(3, 8000);
  const planner = createPlanner(8000 * FRAME_MS);
  expect(planner.add(0, probabilities.subarray(0, 4000)).length).toBeGreaterThan(0);
  expect(planner.isComplete()).toBe(false);
});

it('is complete from the start if there is no audio', () => {
  expect(createPlanner(0).isComplete()).toBe(true);
});
