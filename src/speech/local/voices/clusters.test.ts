import { describe, expect, it } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { type DescribedWindow, findVoices } from './clusters.ts';
import { cosine } from './linkage.ts';
import { VECTOR_SIZE } from './network.ts';

const HOP = 150;

/** Windows of people who speak in turn, each for some seconds; `spread` is how much the windows of a voice differ. */
function windowsOf(
  turns: readonly (readonly [voice: number, seconds: number])[],
  spread = 0.7,
): DescribedWindow[] {
  const { below } = seededRandom(3);
  // Uniform with a variance of 1.
  const noise = () => (below(1e6) / 1e6 - 0.5) * Math.sqrt(12);
  const voices = Array.from({ length: 12 }, () => unit(Float32Array.from({ length: VECTOR_SIZE }, noise)));
  const windows: DescribedWindow[] = [];
  for (const [voice, seconds] of turns) {
    for (let hop = 0; hop < (seconds * 100) / HOP; hop++) {
      const from = windows.length * HOP;
      const middle = voices[voice] ?? new Float32Array();
      const vector = unit(middle.map((value) => value + (spread * noise()) / Math.sqrt(VECTOR_SIZE)));
      windows.push({ from, to: from + 150, frames: 150, seconds: 1.5, vector });
    }
  }
  return windows;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(cosine(vector, vector));
  return vector.map((value) => value / length);
}

const turns = (voices: number, seconds: number, rounds = 3) =>
  Array.from({ length: voices * rounds }, (_, index) => [index % voices, seconds] as const);

describe('findVoices', () => {
  it.each([1, 2, 3, 5, 12])('finds %i voices that speak in turn', (count) => {
    expect(findVoices(windowsOf(turns(count, 6)), null)).toHaveLength(count);
  });

  it('finds the same voices in ten hours, block by block, as in a part of them', () => {
    const many = windowsOf(turns(4, 60, 150));
    expect(many.length).toBeGreaterThan(20_000);
    const voices = findVoices(many, null);
    expect(voices).toHaveLength(4);
    for (const voice of findVoices(windowsOf(turns(4, 60, 1)), null))
      expect(Math.max(...voices.map((each) => cosine(each, voice)))).toBeGreaterThan(0.95);
  });

  it('does not take an accident for a voice', () => {
    expect(
      findVoices(
        windowsOf([
          [0, 60],
          [1, 1],
          [0, 60],
        ]),
        null,
      ),
    ).toHaveLength(1);
  });

  it('finds as many as somebody says', () => {
    const three = windowsOf(turns(3, 20));
    for (const count of [1, 2, 3]) expect(findVoices(three, count)).toHaveLength(count);
    // One voice cannot be told apart into ten, but it is no failure to ask.
    const voices = findVoices(windowsOf(turns(1, 60)), 10).length;
    expect(voices).toBeGreaterThanOrEqual(1);
    expect(voices).toBeLessThanOrEqual(10);
  });

  it('finds a voice where little is said, and none where nothing is known', () => {
    expect(findVoices([], null)).toEqual([]);
    const [window] = windowsOf([[0, 1]]);
    if (!window) throw new Error('There is no window');
    expect(findVoices([{ ...window, to: window.from + 40, frames: 30 }], null)).toHaveLength(1);
    expect(findVoices([{ ...window, frames: 0 }], null)).toEqual([]);
    expect(findVoices([{ ...window, frames: 0 }], 3)).toEqual([]);
  });
});
