import { type Random, seededRandom } from './random.ts';

/** What makes a made voice: how high it is, and by what factor its formants lie above those of a man. */
export interface MadeVoice {
  pitchHertz: number;
  tract: number;
}

/** Voices that the tiny network of tiny-voices.ts tells apart. */
export const MADE_VOICES = [
  { pitchHertz: 95, tract: 0.9 },
  { pitchHertz: 115, tract: 1.2 },
  { pitchHertz: 140, tract: 1.02 },
  { pitchHertz: 165, tract: 0.84 },
  { pitchHertz: 175, tract: 1.3 },
  { pitchHertz: 200, tract: 1.1 },
  { pitchHertz: 235, tract: 0.94 },
  { pitchHertz: 260, tract: 1.24 },
] as const satisfies readonly MadeVoice[];

const SAMPLE_RATE = 16_000;
/** The share of a syllable that is sound; in the rest only the noise is heard. */
const VOICED = 0.68;
const NOISE = 0.0004;
/** The first three formants of five vowels of men: Peterson and Barney (1952), https://doi.org/10.1121/1.1906875, table II. */
const VOWELS = [
  [270, 2290, 3010],
  [530, 1840, 2480],
  [730, 1090, 2440],
  [570, 840, 2410],
  [300, 870, 2240],
] as const;
/** The formants above, which all vowels share. */
const UPPER_HERTZ = [3500, 4500] as const;
const BANDWIDTHS_HERTZ = [70, 90, 130, 200, 280] as const;
/** Samples for which the resonances stay as they are. */
const STEP = 160;

/**
 * Babble of a made voice, 16 kHz mono, -1 to 1: pulses at a pitch with vibrato and melody, through resonances one after the other (Klatt,
 * 1980, https://doi.org/10.1121/1.383940), in syllables with gaps between them. `text`, a number, chooses vowels, lengths and melody.
 * The same choice gives the same samples.
 */
export function madeVoice(chosen: MadeVoice & { text: number; seconds: number }): Float32Array {
  const random = seededRandom(chosen.text * 7919 + 1);
  const samples = new Float32Array(Math.round(chosen.seconds * SAMPLE_RATE));
  const glides = addPulses(samples, chosen.pitchHertz, random);
  BANDWIDTHS_HERTZ.forEach((bandwidth, which) => {
    const hertz = (at: number) => {
      const { from, to, through } = glides(at);
      const upper = UPPER_HERTZ[which - VOWELS[0].length] ?? 0;
      // The formants glide from one vowel to the next.
      return chosen.tract * (upper + (from[which] ?? 0) * (1 - through) + (to[which] ?? 0) * through);
    };
    resonate(samples, bandwidth, hertz);
  });
  return samples.map((value) => Math.max(-1, Math.min(1, 0.3 * value + NOISE * (2 * fraction(random) - 1))));
}

/** Writes the voice's pulses, and gives between which vowels the mouth is at a sample. */
function addPulses(samples: Float32Array, pitchHertz: number, random: Random) {
  const vowels = shuffled(random);
  const syllables: { start: number; length: number; from: readonly number[]; to: readonly number[] }[] = [];
  let from = vowels();
  let phase = 0;
  for (let start = 0; start < samples.length; ) {
    const length = Math.round(SAMPLE_RATE * (0.16 + 0.1 * fraction(random)));
    const to = vowels();
    syllables.push({ start, length, from, to });
    const melody = 1 + 0.03 * (fraction(random) - 0.5);
    const loudness = 1.6 + 0.8 * fraction(random);
    for (let index = 0; index < length; index++) {
      const at = start + index;
      const vibrato = 1 + 0.015 * Math.sin((2 * Math.PI * 5.5 * at) / SAMPLE_RATE);
      phase += (pitchHertz * melody * vibrato) / SAMPLE_RATE;
      if (phase < 1) continue;
      phase -= 1;
      const opening = Math.max(0, Math.sin((Math.PI * index) / (VOICED * length)));
      if (index < VOICED * length) samples[at] = loudness * Math.sqrt(opening);
    }
    from = to;
    start += length;
  }
  let syllable = 0;
  return (at: number) => {
    if (at < (syllables[syllable]?.start ?? 0)) syllable = 0;
    while (at >= (syllables[syllable + 1]?.start ?? Number.POSITIVE_INFINITY)) syllable++;
    const now = syllables[syllable];
    return { from: now?.from ?? [], to: now?.to ?? [], through: now ? (at - now.start) / now.length : 0 };
  };
}

/** Gives vowel after vowel, each of them once before any comes again. */
function shuffled(random: Random): () => readonly number[] {
  let left: (readonly number[])[] = [];
  return () => {
    if (left.length === 0) left = [...VOWELS];
    return left.splice(random.below(left.length), 1)[0] ?? VOWELS[0];
  };
}

/** Klatt's resonator, in place: y = gain x + first y[-1] - second y[-2]. */
function resonate(samples: Float32Array, bandwidthHertz: number, hertz: (at: number) => number): void {
  const radius = Math.exp((-Math.PI * bandwidthHertz) / SAMPLE_RATE);
  let last = 0;
  let beforeLast = 0;
  for (let start = 0; start < samples.length; start += STEP) {
    const first = 2 * radius * Math.cos((2 * Math.PI * hertz(start)) / SAMPLE_RATE);
    const gain = 1 - first + radius * radius;
    for (let at = start; at < Math.min(samples.length, start + STEP); at++) {
      const value = gain * (samples[at] ?? 0) + first * last - radius * radius * beforeLast;
      beforeLast = last;
      last = value;
      samples[at] = value;
    }
  }
}

function fraction(random: Random): number {
  return random.below(2 ** 20) / 2 ** 20;
}
