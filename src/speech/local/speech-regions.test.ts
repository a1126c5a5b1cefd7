import { describe, expect, it } from 'vitest';
import { FRAME_MS, findSpeech, MAX_CHUNK_MS, planChunks } from './speech-regions.ts';

/** Frame probabilities of consecutive ranges, each given by its length in seconds and its probability. */
function probabilitiesOf(...stretches: [seconds: number, probability: number][]): Uint8Array {
  return Uint8Array.from(
    stretches.flatMap(([seconds, probability]) => {
      const frames = Math.round((seconds * 1000) / FRAME_MS);
      return new Array<number>(frames).fill(Math.round(probability * 255));
    }),
  );
}

const lengthMs = (probabilities: Uint8Array) => probabilities.length * FRAME_MS;

function plan(...stretches: [seconds: number, probability: number][]) {
  const probabilities = probabilitiesOf(...stretches);
  return planChunks(findSpeech(probabilities, lengthMs(probabilities)), probabilities);
}

describe('findSpeech', () => {
  it('pads speech, but not beyond the recording', () => {
    const probabilities = probabilitiesOf([0.064, 0.9], [2, 0], [1.024, 0.9]);
    const durationMs = lengthMs(probabilities);
    const regions = findSpeech(probabilities, durationMs);
    expect(regions).toEqual([
      { startMs: 0, endMs: 64 + 150 },
      { startMs: durationMs - 1024 - 150, endMs: durationMs },
    ]);
  });

  it('continues through less likely frames and short silence', () => {
    expect(
      findSpeech(probabilitiesOf([1, 0], [1, 0.9], [0.5, 0.25], [0.2, 0], [1, 0.9], [1, 0]), 5000),
    ).toHaveLength(1);
  });

  it('ends at silence of 0.3 s', () => {
    expect(findSpeech(probabilitiesOf([1, 0], [1, 0.9], [0.7, 0], [1, 0.9], [1, 0]), 5000)).toHaveLength(2);
  });

  it('begins neither at unlikely frames nor at a single frame', () => {
    expect(findSpeech(probabilitiesOf([1, 0.3], [FRAME_MS / 1000, 0.9], [1, 0]), 3000)).toEqual([]);
  });

  it('finds nothing without frames', () => {
    expect(findSpeech(new Uint8Array(), 0)).toEqual([]);
  });
});

describe('planChunks', () => {
  it('keeps pauses up to 0.8 s inside a chunk and splits at longer ones', () => {
    expect(plan([2, 0.9], [1, 0], [2, 0.9])).toHaveLength(1);
    expect(plan([2, 0.9], [1.3, 0], [2, 0.9])).toHaveLength(2);
  });

  it('makes chunks of at most 15 s, without gaps or overlaps', () => {
    const probabilities = probabilitiesOf(
      [4, 0.9],
      [0.4, 0],
      [9, 0.9],
      [0.4, 0],
      [40, 0.9],
      [2, 0],
      [1, 0.9],
    );
    const regions = findSpeech(probabilities, lengthMs(probabilities));
    const chunks = planChunks(regions, probabilities);
    chunks.forEach(({ startMs, endMs }, index) => {
      expect(endMs - startMs).toBeLessThanOrEqual(MAX_CHUNK_MS);
      expect(startMs).toBeGreaterThanOrEqual(chunks[index - 1]?.endMs ?? 0);
    });
    for (const { startMs, endMs } of regions) {
      for (let ms = startMs; ms < endMs; ms += 100) {
        expect(chunks.some((chunk) => chunk.startMs <= ms && ms < chunk.endMs)).toBe(true);
      }
    }
  });

  it('cuts long speech where speech is least likely', () => {
    const [first] = plan([11, 0.9], [0.16, 0.3], [10, 0.9]);
    expect(first?.endMs).toBeGreaterThan(11_000);
    expect(first?.endMs).toBeLessThan(11_200);
  });
});
