import { describe, expect, it } from 'vitest';
import { BANDS, filterBank, frameCount } from './features.ts';

const sound = Float32Array.from(
  { length: 2000 },
  (_, index) => 0.4 * Math.sin(index * 0.3) + 0.2 * Math.sin(index * index * 0.0007) + 0.05,
);

/** The reference from the definition, https://github.com/kaldi-asr/kaldi/blob/master/src/feat: a direct Fourier sum, triangles in mel. */
function slowBank(start: number): number[] {
  const frame = Array.from({ length: 400 }, (_, index) => 32_768 * (sound[start + index] ?? 0));
  const mean = frame.reduce((sum, value) => sum + value, 0) / 400;
  const level = frame.map((value) => value - mean);
  const windowed = level.map((value, index) => {
    const emphasized = value - 0.97 * (level[Math.max(0, index - 1)] ?? 0);
    return emphasized * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / 399)) ** 0.85;
  });
  const powers = Array.from({ length: 256 }, (_, bin) => {
    let re = 0;
    let im = 0;
    windowed.forEach((value, index) => {
      re += value * Math.cos((2 * Math.PI * bin * index) / 512);
      im -= value * Math.sin((2 * Math.PI * bin * index) / 512);
    });
    return re * re + im * im;
  });
  const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);
  const step = (mel(8000) - mel(20)) / 81;
  return Array.from({ length: 80 }, (_, band) => {
    const left = mel(20) + band * step;
    const energy = powers.reduce((sum, power, bin) => {
      const at = mel((bin * 16_000) / 512);
      const weight = Math.min((at - left) / step, (left + 2 * step - at) / step);
      return sum + Math.max(0, weight) * power;
    }, 0);
    return Math.log(Math.max(energy, 1.1920929e-7));
  });
}

describe('filterBank', () => {
  it('agrees with the definition for every frame, the last of an odd number too', () => {
    const fast = filterBank(sound);
    expect(fast.length).toBe(11 * BANDS);
    for (const frame of [0, 1, 4, 9, 10]) {
      slowBank(frame * 160).forEach((value, band) => {
        expect(fast[frame * BANDS + band]).toBeCloseTo(value, 3);
      });
    }
  });

  it('gives the smallest energy for silence, and for a steady level', () => {
    for (const level of [0, 0.25]) {
      const features = filterBank(new Float32Array(800).fill(level));
      expect(new Set(features)).toEqual(new Set([Math.fround(Math.log(2 ** -23))]));
    }
  });

  it('has no frames for less sound than a window', () => {
    expect([0, 399, 400, 559, 560].map(frameCount)).toEqual([0, 0, 1, 1, 2]);
    expect(filterBank(new Float32Array(399))).toHaveLength(0);
    expect(filterBank(new Float32Array())).toHaveLength(0);
    expect(filterBank(sound.subarray(0, 400))).toHaveLength(BANDS);
  });

  it('gives numbers for the loudest and the quietest sound', () => {
    for (const loudness of [1, 1e-30]) {
      const square = Float32Array.from({ length: 1000 }, (_, index) =>
        index % 50 < 25 ? loudness : -loudness,
      );
      expect(filterBank(square).every(Number.isFinite)).toBe(true);
    }
  });
});
