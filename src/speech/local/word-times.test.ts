import { describe, expect, it } from 'vitest';
import { alignTokens, estimatedTimes, measuredTimes } from './word-times.ts';

const FRAMES = 50;

/** Attention scores that are high where each token is said. */
function scoresOf(...ranges: [from: number, to: number][]): Float32Array[] {
  return ranges.map(([from, to]) => new Float32Array(FRAMES).fill(-1).fill(2, from, to));
}

/** Loud sound in the given ranges (ms), silence elsewhere. */
function soundOf(totalMs: number, ...ranges: [fromMs: number, toMs: number][]): Float32Array {
  const samples = new Float32Array(totalMs * 16);
  for (const [fromMs, toMs] of ranges) {
    for (let at = fromMs * 16; at < toMs * 16; at++) samples[at] = Math.sin(at / 3) / 2;
  }
  return samples;
}

const word = (text: string, firstToken: number) => ({ text, firstToken, endToken: firstToken + 1 });

describe('alignTokens', () => {
  it('finds where each token begins', () => {
    expect(alignTokens(scoresOf([0, 10], [10, 30], [30, 50]))).toEqual([0, 10, 30]);
  });

  it('keeps tokens in order even if a later one attends to an earlier place', () => {
    const starts = alignTokens(scoresOf([20, 30], [5, 10], [40, 50])) ?? [];
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(new Set(starts).size).toBe(3);
  });

  it('gives each token a frame if all attend to the same place', () => {
    const starts = alignTokens(scoresOf([49, 50], [49, 50], [49, 50])) ?? [];
    expect(new Set(starts).size).toBe(3);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(starts.at(-1)).toBeLessThan(FRAMES);
  });

  it('aligns neither more tokens than frames nor none', () => {
    expect(alignTokens(Array.from({ length: 3 }, () => new Float32Array(2)))).toBeUndefined();
    expect(alignTokens([])).toBeUndefined();
  });
});

describe('measuredTimes', () => {
  it('ends a word before the silence that follows it and begins the next after it', () => {
    const sound = soundOf(1200, [200, 400], [800, 1100]);
    const times = measuredTimes([word('one', 0), word('two', 1)], scoresOf([8, 17], [30, 46]), sound) ?? [];
    expect(times.map(({ startMs }) => startMs)).toEqual([200, expect.closeTo(800, -1.1)]);
    expect(times.map(({ endMs }) => endMs)).toEqual([expect.closeTo(400, -1.1), 1100]);
  });

  it('keeps words apart and within the audio', () => {
    const scores = scoresOf([0, 10], [10, 11], [11, 12], [12, 50]);
    const words = ['a', 'b', 'c', 'd'].map(word);
    const times = measuredTimes(words, scores, soundOf(1200, [0, 1200])) ?? [];
    expect(times).toHaveLength(4);
    times.forEach(({ startMs, endMs }, index) => {
      expect(endMs).toBeGreaterThan(startMs);
      expect(startMs).toBeGreaterThanOrEqual(times[index - 1]?.endMs ?? 0);
      expect(endMs).toBeLessThanOrEqual(1200);
    });
  });

  it('measures nothing without attention', () => {
    expect(measuredTimes([word('one', 0)], [], soundOf(1000))).toBeUndefined();
  });
});

describe('estimatedTimes', () => {
  it('divides the audio by letters', () => {
    expect(estimatedTimes([word('a', 0), word('banana', 1), word('b', 2)], 1100)).toEqual([
      { startMs: 0, endMs: 200 },
      { startMs: 200, endMs: 900 },
      { startMs: 900, endMs: 1100 },
    ]);
  });
});
