import { FFT_SIZE, separatePowers, transform } from '../../fft.ts';
import { SAMPLE_RATE } from '../../pcm.ts';

/** Numbers per frame: cepstral coefficients 1 to 12. */
export const COEFFICIENTS = 12;
/** Samples from one frame to the next: 10 ms. */
export const HOP_SAMPLES = SAMPLE_RATE / 100;

const WINDOW_SAMPLES = SAMPLE_RATE / 40;
const FILTERS = 24;
const LOWEST_HERTZ = 100;
const HIGHEST_HERTZ = 7000;
const PRE_EMPHASIS = 0.97;

/**
 * Mel-frequency cepstral coefficients 1 to 12 of 25 ms windows every 10 ms, frame after frame. Coefficient 0, the loudness, is
 * omitted: it reflects the distance to the microphone, not the voice. Formulas: Davis and Mermelstein 1980,
 * https://doi.org/10.1109/TASSP.1980.1163420.
 */
export function mfcc(samples: Float32Array): Float32Array {
  const frames = Math.max(0, Math.floor((samples.length - WINDOW_SAMPLES) / HOP_SAMPLES) + 1);
  const coefficients = new Float32Array(frames * COEFFICIENTS);
  const real = new Float64Array(FFT_SIZE);
  const imaginary = new Float64Array(FFT_SIZE);
  const powers = [new Float64Array(FFT_SIZE / 2), new Float64Array(FFT_SIZE / 2)] as const;
  const energies = new Float64Array(FILTERS);
  // Audio is real, so one complex transform handles two frames.
  for (let frame = 0; frame < frames; frame += 2) {
    fillWindow(real, samples, frame * HOP_SAMPLES);
    fillWindow(imaginary, samples, (frame + 1) * HOP_SAMPLES);
    transform(real, imaginary);
    separatePowers(real, imaginary, powers);
    for (let which = 0; which < 2 && frame + which < frames; which++) {
      melEnergies(powers[which === 0 ? 0 : 1], energies);
      const start = (frame + which) * COEFFICIENTS;
      cosineTransform(energies, coefficients.subarray(start, start + COEFFICIENTS));
    }
  }
  return coefficients;
}

const HAMMING = Float64Array.from(
  { length: WINDOW_SAMPLES },
  (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (WINDOW_SAMPLES - 1)),
);
const FILTER_BANK = buildFilters();
const DCT = Float64Array.from({ length: COEFFICIENTS * FILTERS }, (_, at) => {
  const order = Math.floor(at / FILTERS) + 1;
  return Math.cos((Math.PI * order * ((at % FILTERS) + 0.5)) / FILTERS);
});

function fillWindow(target: Float64Array, samples: Float32Array, start: number): void {
  target.fill(0);
  let previous = samples[start - 1] ?? 0;
  for (let index = 0; index < WINDOW_SAMPLES; index++) {
    const sample = samples[start + index] ?? 0;
    target[index] = (sample - PRE_EMPHASIS * previous) * (HAMMING[index] ?? 0);
    previous = sample;
  }
}

function melEnergies(powers: Float64Array, energies: Float64Array): void {
  FILTER_BANK.forEach(({ firstBin, weights }, filter) => {
    let energy = 1e-10;
    for (let index = 0; index < weights.length; index++) {
      energy += (weights[index] ?? 0) * (powers[firstBin + index] ?? 0);
    }
    energies[filter] = Math.log(energy);
  });
}

function cosineTransform(energies: Float64Array, coefficients: Float32Array): void {
  for (let order = 0; order < COEFFICIENTS; order++) {
    let sum = 0;
    for (let filter = 0; filter < FILTERS; filter++) {
      sum += (energies[filter] ?? 0) * (DCT[order * FILTERS + filter] ?? 0);
    }
    coefficients[order] = sum;
  }
}

interface Filter {
  firstBin: number;
  weights: Float64Array;
}

/** Triangles of equal width on the mel scale. */
function buildFilters(): Filter[] {
  const toMel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);
  const toHertz = (mel: number) => 700 * (Math.exp(mel / 1127) - 1);
  const low = toMel(LOWEST_HERTZ);
  const step = (toMel(HIGHEST_HERTZ) - low) / (FILTERS + 1);
  return Array.from({ length: FILTERS }, (_, filter) => {
    const [left, middle, right] = [0, 1, 2].map((edge) => toHertz(low + step * (filter + edge)));
    const binHertz = SAMPLE_RATE / FFT_SIZE;
    const firstBin = Math.ceil((left ?? 0) / binHertz);
    const lastBin = Math.floor((right ?? 0) / binHertz);
    const weights = Float64Array.from({ length: lastBin - firstBin + 1 }, (_weight, index) => {
      const hertz = (firstBin + index) * binHertz;
      const rising = (hertz - (left ?? 0)) / ((middle ?? 0) - (left ?? 0));
      const falling = ((right ?? 0) - hertz) / ((right ?? 0) - (middle ?? 0));
      return Math.max(0, Math.min(rising, falling));
    });
    return { firstBin, weights };
  });
}
