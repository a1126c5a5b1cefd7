import { SAMPLE_RATE } from '../pcm.ts';

/** What tells made voices apart: their pitch, and how long their vocal tract is. */
export interface MadeVoice {
  hertz: number;
  /** Multiplies the resonances: above 1 for a shorter vocal tract. */
  scale: number;
}

/** The first three resonances of vowels in Hz: Peterson and Barney, 1952. */
const VOWELS = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [570, 840, 2410],
  [530, 1840, 2480],
  [300, 870, 2240],
] as const;
const BANDWIDTHS_HERTZ = [80, 100, 140] as const;
const SYLLABLES_PER_SECOND = 3.7;
/** Root mean square, as speech has it. */
const LOUDNESS = 0.1;

/**
 * A voice that nobody has: pulses at the voice's pitch, with vibrato, through the resonances of a row of vowels that glide into each other,
 * one per syllable. Mono, 16 kHz, always the same samples.
 */
export function makeVoice({ hertz, scale }: MadeVoice, seconds: number): Float32Array {
  const samples = new Float32Array(Math.floor(seconds * SAMPLE_RATE));
  const resonators = BANDWIDTHS_HERTZ.map(createResonator);
  let phase = 0;
  for (let index = 0; index < samples.length; index++) {
    const second = index / SAMPLE_RATE;
    phase += (hertz * intonation(second)) / SAMPLE_RATE;
    let value = phase >= 1 ? 1 : 0;
    phase %= 1;
    const syllable = second * SYLLABLES_PER_SECOND;
    resonators.forEach((resonate, which) => {
      value = resonate(value, scale * resonanceAt(syllable, which));
    });
    samples[index] = value * (0.15 + 0.85 * Math.sin(Math.PI * (syllable % 1)) ** 2);
  }
  return atLoudness(samples);
}

/** Quick vibrato and a slow melody, about 1. */
function intonation(second: number): number {
  return 1 + 0.03 * Math.sin(2 * Math.PI * 5.2 * second) + 0.08 * Math.sin(2 * Math.PI * 0.6 * second);
}

function resonanceAt(syllable: number, which: number): number {
  const of = (vowel: number) => VOWELS[Math.floor(vowel) % VOWELS.length]?.[which] ?? 0;
  const way = syllable % 1;
  return of(syllable) * (1 - way) + of(syllable + 1) * way;
}

/** A resonator with two poles whose frequency may change with each sample: Klatt, 1980. */
function createResonator(bandwidth: number): (value: number, hertz: number) => number {
  let last = 0;
  let beforeLast = 0;
  const second = -Math.exp((-2 * Math.PI * bandwidth) / SAMPLE_RATE);
  return (value, hertz) => {
    const first = 2 * Math.sqrt(-second) * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
    const result = (1 - first - second) * value + first * last + second * beforeLast;
    beforeLast = last;
    last = result;
    return result;
  };
}

function atLoudness(samples: Float32Array): Float32Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const gain = LOUDNESS / Math.sqrt(power);
  return samples.map((sample) => sample * gain);
}
