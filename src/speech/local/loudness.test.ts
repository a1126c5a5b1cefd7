import { describe, expect, it } from 'vitest';
import { joinSounds, noise, silence, tone } from '#tests/support/speak.ts';
import { amplifyQuiet, isSilentSound } from './loudness.ts';

const peakOf = (samples: Float32Array) => samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

describe('isSilent', () => {
  it('is found for zeros and dither, but not for a quiet room', () => {
    expect(isSilentSound(silence(100))).toBe(true);
    expect(isSilentSound(noise(100, 0.00009))).toBe(true);
    expect(isSilentSound(noise(100, 0.0003))).toBe(false);
    expect(isSilentSound(new Float32Array())).toBe(true);
  });
});

describe('amplifyQuiet', () => {
  it('amplifies quiet audio to the level that the models need', () => {
    for (const loudness of [0.03, 0.003, 0.001]) {
      // A tone's root mean square is its peak over the square root of two.
      expect(peakOf(amplifyQuiet(tone(3000, 440, loudness)))).toBeCloseTo(0.03 * Math.SQRT2, 3);
    }
  });

  it('does not change audio that is loud enough', () => {
    const sound = tone(3000, 440, 0.1);
    expect(amplifyQuiet(sound.slice())).toEqual(sound);
  });

  it('does not mistake a short bang for the loudness of speech, and keeps it in range', () => {
    const sound = joinSounds(tone(3000, 440, 0.003), noise(200, 0.8), tone(3000, 440, 0.003));
    amplifyQuiet(sound);
    expect(peakOf(sound.subarray(0, 40_000))).toBeCloseTo(0.03 * Math.SQRT2, 3);
    expect(peakOf(sound)).toBeLessThanOrEqual(1);
  });

  it('amplifies at most a hundredfold, and keeps silence silent', () => {
    expect(peakOf(amplifyQuiet(tone(3000, 440, 0.0001)))).toBeCloseTo(0.01, 4);
    expect(peakOf(amplifyQuiet(silence(500)))).toBe(0);
    expect(amplifyQuiet(new Float32Array())).toHaveLength(0);
  });
});
