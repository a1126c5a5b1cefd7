import { expect, it } from 'vitest';
import { COEFFICIENTS, mfcc } from './mfcc.ts';

const sound = Float32Array.from(
  { length: 2000 },
  (_, index) => Math.sin(index * 0.3) + 0.5 * Math.sin(index * index * 0.0007),
);

/** The reference implementation from the definition: a direct Fourier sum, triangles on the mel scale, a cosine transform. */
function slowMfcc(start: number): number[] {
  const size = 512;
  const powers = Array.from({ length: size / 2 }, (_, bin) => {
    let re = 0;
    let im = 0;
    for (let index = 0; index < 400; index++) {
      const emphasized = (sound[start + index] ?? 0) - 0.97 * (sound[start + index - 1] ?? 0);
      const value = emphasized * (0.54 - 0.46 * Math.cos((2 * Math.PI * index) / 399));
      re += value * Math.cos((2 * Math.PI * bin * index) / size);
      im -= value * Math.sin((2 * Math.PI * bin * index) / size);
    }
    return re * re + im * im;
  });
  const toMel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);
  const toHertz = (mel: number) => 700 * (Math.exp(mel / 1127) - 1);
  const step = (toMel(7000) - toMel(100)) / 25;
  const logs = Array.from({ length: 24 }, (_, filter) => {
    const edge = (offset: number) => toHertz(toMel(100) + step * (filter + offset));
    const energy = powers.reduce((sum, power, bin) => {
      const hertz = (bin * 16_000) / size;
      const weight = Math.min(
        (hertz - edge(0)) / (edge(1) - edge(0)),
        (edge(2) - hertz) / (edge(2) - edge(1)),
      );
      return sum + Math.max(0, weight) * power;
    }, 1e-10);
    return Math.log(energy);
  });
  return Array.from({ length: COEFFICIENTS }, (_, order) =>
    logs.reduce((sum, log, filter) => sum + log * Math.cos((Math.PI * (order + 1) * (filter + 0.5)) / 24), 0),
  );
}

it('agrees with the definition for every frame', () => {
  const fast = mfcc(sound);
  expect(fast.length).toBe(11 * COEFFICIENTS);
  for (const frame of [0, 1, 4, 9, 10]) {
    slowMfcc(frame * 160).forEach((value, order) => {
      expect(fast[frame * COEFFICIENTS + order]).toBeCloseTo(value, 3);
    });
  }
});

it('has no frames for audio shorter than a window', () => {
  expect(mfcc(new Float32Array(399))).toHaveLength(0);
});
