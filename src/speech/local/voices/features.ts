import { FFT_SIZE, separatePowers, transform } from '../fft.ts';
import { SAMPLE_RATE } from '../pcm.ts';

/** Numbers per frame: the energies of 80 bands. */
export const BANDS = 80;
/** Samples from one frame to the next: 10 ms. */
export const HOP_SAMPLES = SAMPLE_RATE / 100;
/** Samples of a frame: 25 ms. */
export const FRAME_SAMPLES = SAMPLE_RATE / 40;

const LOWEST_HERTZ = 20;
const HIGHEST_HERTZ = 8000;
const PRE_EMPHASIS = 0.97;
/** Kaldi's samples are 16-bit integers. */
const SCALE = 32_768;
/** The smallest energy: the difference between 1 and the next larger 32-bit float. */
const MIN_ENERGY = 2 ** -23;
/** The log energy of a band without sound. */
export const NO_ENERGY = Math.fround(Math.log(MIN_ENERGY));

/** How many whole frames that many samples have. */
export function frameCount(samples: number): number {
  return samples < FRAME_SAMPLES ? 0 : 1 + Math.floor((samples - FRAME_SAMPLES) / HOP_SAMPLES);
}

/**
 * Log energies of 80 mel bands of 25 ms windows every 10 ms, frame after frame, as speaker networks expect them: Kaldi's filter bank
 * features without dither, https://github.com/kaldi-asr/kaldi/blob/master/src/feat/feature-fbank.cc. `samples` are mono, 16 kHz, -1 to 1.
 */
export function filterBank(samples: Float32Array): Float32Array {
  const frames = frameCount(samples.length);
  const features = new Float32Array(frames * BANDS);
  const real = new Float64Array(FFT_SIZE);
  const imaginary = new Float64Array(FFT_SIZE);
  const powers = [new Float64Array(FFT_SIZE / 2), new Float64Array(FFT_SIZE / 2)] as const;
  // Audio is real, so one complex transform handles two frames.
  for (let frame = 0; frame < frames; frame += 2) {
    fillWindow(real, samples, frame * HOP_SAMPLES);
    fillWindow(imaginary, samples, Math.min(frames - 1, frame + 1) * HOP_SAMPLES);
    transform(real, imaginary);
    separatePowers(real, imaginary, powers);
    for (let which = 0; which < 2 && frame + which < frames; which++) {
      const start = (frame + which) * BANDS;
      measureBands(powers[which === 0 ? 0 : 1], features.subarray(start, start + BANDS));
    }
  }
  return features;
}

/** Povey's window: Hann to the power of 0.85. */
const WINDOW = Float64Array.from(
  { length: FRAME_SAMPLES },
  (_, index) => SCALE * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / (FRAME_SAMPLES - 1))) ** 0.85,
);

function fillWindow(target: Float64Array, samples: Float32Array, start: number): void {
  let mean = 0;
  for (let index = 0; index < FRAME_SAMPLES; index++) mean += samples[start + index] ?? 0;
  mean /= FRAME_SAMPLES;
  target.fill(0, FRAME_SAMPLES);
  let previous = (samples[start] ?? 0) - mean;
  for (let index = 0; index < FRAME_SAMPLES; index++) {
    const sample = (samples[start + index] ?? 0) - mean;
    target[index] = (sample - PRE_EMPHASIS * previous) * (WINDOW[index] ?? 0);
    previous = sample;
  }
}

/** Triangles of equal width on the mel scale, whose weights are linear in mel. */
const FILTERS = Array.from({ length: BANDS }, (_, band) => {
  const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);
  const step = (mel(HIGHEST_HERTZ) - mel(LOWEST_HERTZ)) / (BANDS + 1);
  const centre = mel(LOWEST_HERTZ) + step * (band + 1);
  const weights: { bin: number; weight: number }[] = [];
  for (let bin = 0; bin < FFT_SIZE / 2; bin++) {
    const weight = 1 - Math.abs(mel((bin * SAMPLE_RATE) / FFT_SIZE) - centre) / step;
    if (weight > 0) weights.push({ bin, weight });
  }
  return {
    firstBin: weights[0]?.bin ?? 0,
    weights: Float64Array.from(weights, ({ weight }) => weight),
  };
});

function measureBands(powers: Float64Array, features: Float32Array): void {
  FILTERS.forEach(({ firstBin, weights }, band) => {
    let energy = 0;
    for (let index = 0; index < weights.length; index++) {
      energy += (weights[index] ?? 0) * (powers[firstBin + index] ?? 0);
    }
    features[band] = Math.log(Math.max(energy, MIN_ENERGY));
  });
}
