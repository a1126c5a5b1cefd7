/** Kernel radius in samples, at the lower rate. */
const REACH = 20;
/** Number of phases between two samples for which the kernel is precomputed. */
const PHASES = 64;
/** Fraction of the lower Nyquist frequency: higher frequencies would alias to lower ones, which a recognizer hears as noise. */
const PASS = 0.92;

export type Resample = (samples: Float32Array, give: (value: number) => void) => void;

/**
 * Resamples a stream of audio, block by block. Each new sample is the sum of the old ones around it, weighted by a windowed
 * sinc: a low-pass and an interpolation in one. The weights are precomputed for 64 phases between two samples; from 48,000 Hz it takes
 * two million multiplications a second, which is negligible.
 */
export function createResampler(fromRate: number, toRate: number): Resample {
  const step = fromRate / toRate;
  const reach = Math.ceil(REACH * Math.max(1, step));
  const kernels = kernelsFor(Math.min(1, 1 / step) * PASS, reach);
  let kept = new Float32Array(reach);
  /** Position of the next new sample, relative to the first of `kept`. */
  let place = reach;
  return (samples, give) => {
    const all = new Float32Array(kept.length + samples.length);
    all.set(kept);
    all.set(samples, kept.length);
    while (place + reach < all.length) {
      const whole = Math.floor(place);
      const kernel = kernels[Math.floor((place - whole) * PHASES)] ?? NO_KERNEL;
      let sum = 0;
      for (let tap = 0; tap < 2 * reach; tap += 1)
        sum += (kernel[tap] ?? 0) * (all[whole - reach + 1 + tap] ?? 0);
      give(sum);
      place += step;
    }
    const drop = Math.max(0, Math.floor(place) - reach);
    kept = all.slice(drop);
    place -= drop;
  };
}

/** Weights of the surrounding samples, for each phase. `cutoff` is 1 at half the input rate. */
function kernelsFor(cutoff: number, reach: number): Float32Array[] {
  return Array.from({ length: PHASES }, (_, phase) => {
    const weights = Float32Array.from({ length: 2 * reach }, (_, tap) => {
      const distance = tap - reach + 1 - (phase + 0.5) / PHASES;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
      return Math.abs(distance) >= reach ? 0 : cutoff * sinc(cutoff * distance) * window;
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  });
}

const NO_KERNEL = new Float32Array();

function sinc(value: number): number {
  return value === 0 ? 1 : Math.sin(Math.PI * value) / (Math.PI * value);
}
