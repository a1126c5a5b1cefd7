import { describe, expect, it } from 'vitest';
import { createResampler } from './resampler.ts';

const BLOCK = 128;

/** A second of a tone, resampled in the blocks in which a browser hands them over. */
function resampled(fromRate: number, hertz: number): Float32Array {
  const resample = createResampler(fromRate, 16_000);
  const given: number[] = [];
  for (let at = 0; at < fromRate; at += BLOCK) {
    const block = Float32Array.from({ length: BLOCK }, (_, index) =>
      Math.sin((2 * Math.PI * hertz * (at + index)) / fromRate),
    );
    resample(block, (value) => given.push(value));
  }
  return Float32Array.from(given);
}

const loudness = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

describe.each([44_100, 48_000, 96_000, 16_000])('from %i a second', (rate) => {
  it('gives 16,000 a second, without a seam between blocks', () => {
    const samples = resampled(rate, 440);
    expect(Math.abs(samples.length - 16_000)).toBeLessThan(40);
    const steps = samples.slice(200).map((value, index) => Math.abs(value - (samples[199 + index] ?? 0)));
    // A tone of 440 Hz moves by at most 0.173 from one sample to the next.
    expect(Math.max(...steps)).toBeLessThan(0.18);
  });

  it('lets speech through as loud as it was', () => {
    for (const hertz of [200, 1000, 4000, 6500]) {
      expect(loudness(resampled(rate, hertz).slice(100)), `${hertz} Hz`).toBeCloseTo(Math.SQRT1_2, 1);
    }
  });
});

it.each([44_100, 48_000])('takes out of %i a second what would fold back as a false tone', (rate) => {
  for (const hertz of [9000, 12_000, 15_500]) {
    expect(loudness(resampled(rate, hertz).slice(100)), `${hertz} Hz`).toBeLessThan(0.01);
  }
});
