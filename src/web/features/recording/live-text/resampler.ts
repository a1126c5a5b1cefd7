/** Samples before and after a place that its value is made of, counted at the lower rate. */
const REACH = 20;
/** Places between two samples that the kernel is worked out for. */
const PHASES = 64;
/** Of the lower rate's half: what is higher would fold back as a false lower tone, which a recogniser hears as noise. */
const PASS = 0.92;

export type Resample = (samples: Float32Array, give: (value: number) => void) => void;

/**
 * Changes the rate of a stream of sound, block by block. Each new sample is the sum of the old ones around its place, weighed by a windowed
 * sinc: a low-pass and an interpolation in one. The weights are worked out once, for 64 places between two samples; from 48,000 a second it takes
 * two million multiplications a second, which is nothing.
 */
export function createResampler(fromRate: number, toRate: number): Resample {
  const step = fromRate / toRate;
  const reach = Math.ceil(REACH * Math.max(1, step));
  const kernels = kernelsFor(Math.min(1, 1 / step) * PASS, reach);
  let kept = new Float32Array(reach);
  /** Where the next new sample lies, counted from the first of `kept`. */
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

/** Weights of the samples around a place, for each phase of it. `cutoff` is 1 at half the rate that comes in. */
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
