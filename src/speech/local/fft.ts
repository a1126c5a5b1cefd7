/** The length of the transform, and so of its real and imaginary parts. */
export const FFT_SIZE = 512;

const COSINES = Float64Array.from({ length: FFT_SIZE / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / FFT_SIZE));
const SINES = Float64Array.from({ length: FFT_SIZE / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / FFT_SIZE));
const REVERSED = Uint16Array.from({ length: FFT_SIZE }, (_, index) => {
  const bits = Math.log2(FFT_SIZE);
  return Number.parseInt([...index.toString(2).padStart(bits, '0')].reverse().join(''), 2);
});

/** Fast Fourier transform in place (Cooley and Tukey, radix 2). */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let index = 0; index < FFT_SIZE; index++) {
    const other = REVERSED[index] ?? 0;
    if (other <= index) continue;
    const held = real[index] ?? 0;
    real[index] = real[other] ?? 0;
    real[other] = held;
    const heldImaginary = imaginary[index] ?? 0;
    imaginary[index] = imaginary[other] ?? 0;
    imaginary[other] = heldImaginary;
  }
  for (let size = 2; size <= FFT_SIZE; size *= 2) {
    const half = size / 2;
    const stride = FFT_SIZE / size;
    for (let start = 0; start < FFT_SIZE; start += size) {
      for (let k = 0; k < half; k++) {
        const low = start + k;
        const high = low + half;
        const cosine = COSINES[k * stride] ?? 0;
        const sine = SINES[k * stride] ?? 0;
        const highReal = real[high] ?? 0;
        const highImaginary = imaginary[high] ?? 0;
        const turnedReal = highReal * cosine - highImaginary * sine;
        const turnedImaginary = highReal * sine + highImaginary * cosine;
        const lowReal = real[low] ?? 0;
        const lowImaginary = imaginary[low] ?? 0;
        real[high] = lowReal - turnedReal;
        imaginary[high] = lowImaginary - turnedImaginary;
        real[low] = lowReal + turnedReal;
        imaginary[low] = lowImaginary + turnedImaginary;
      }
    }
  }
}

/** Power spectra of the real and the imaginary input of a transform, using the symmetry of real signals' spectra. */
export function separatePowers(
  real: Float64Array,
  imaginary: Float64Array,
  [first, second]: readonly [Float64Array, Float64Array],
): void {
  for (let bin = 0; bin < FFT_SIZE / 2; bin++) {
    const mirror = (FFT_SIZE - bin) % FFT_SIZE;
    const evenReal = (real[bin] ?? 0) + (real[mirror] ?? 0);
    const oddReal = (real[mirror] ?? 0) - (real[bin] ?? 0);
    const evenImaginary = (imaginary[bin] ?? 0) + (imaginary[mirror] ?? 0);
    const oddImaginary = (imaginary[bin] ?? 0) - (imaginary[mirror] ?? 0);
    first[bin] = (evenReal * evenReal + oddImaginary * oddImaginary) / 4;
    second[bin] = (evenImaginary * evenImaginary + oddReal * oddReal) / 4;
  }
}
