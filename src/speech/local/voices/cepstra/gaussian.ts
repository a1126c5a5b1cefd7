/**
 * Count, sums and sums of products of vectors: the sufficient statistics of a normal distribution. Layout: [n, sums, lower
 * triangle of products].
 */
export type Moments = Float64Array;

/** Length of the moments of vectors of this size. */
export function momentsLength(size: number): number {
  return 1 + size + (size * (size + 1)) / 2;
}

/** Adds the vectors (concatenated in `values`) to the moments. */
export function addVectors(moments: Moments, values: Float32Array, size: number): void {
  for (let start = 0; start + size <= values.length; start += size) {
    moments[0] = (moments[0] ?? 0) + 1;
    let at = 1 + size;
    for (let row = 0; row < size; row++) {
      const value = values[start + row] ?? 0;
      moments[1 + row] = (moments[1 + row] ?? 0) + value;
      for (let column = 0; column <= row; column++) {
        moments[at] = (moments[at] ?? 0) + value * (values[start + column] ?? 0);
        at++;
      }
    }
  }
}

/** The moments of both sets of vectors together. */
export function addMoments(a: Moments, b: ArrayLike<number>): Moments {
  return a.map((value, index) => value + (b[index] ?? 0));
}

/** A normal distribution with full covariance. */
export interface Gaussian {
  size: number;
  mean: Float64Array;
  /** Inverse of the covariance, in row-major order. */
  precision: Float64Array;
  logDeterminant: number;
}

/** The maximum-likelihood normal distribution; its variances are kept from vanishing. */
export function fitGaussian(moments: Moments, size: number): Gaussian {
  const { mean, lower, logDeterminant } = factor(moments, size);
  return { size, mean, precision: invert(lower, size), logDeterminant };
}

/** Logarithm of the determinant of the covariance. */
export function logDeterminant(moments: Moments, size: number): number {
  return factor(moments, size).logDeterminant;
}

/** Log-likelihood of the vectors with these moments, minus the constant that all distributions share. */
export function logLikelihood(
  { size, mean, precision, logDeterminant }: Gaussian,
  moments: ArrayLike<number>,
): number {
  const n = moments[0] ?? 0;
  let distance = 0;
  let at = 1 + size;
  for (let row = 0; row < size; row++) {
    const rowSum = moments[1 + row] ?? 0;
    const rowMean = mean[row] ?? 0;
    for (let column = 0; column <= row; column++) {
      const columnMean = mean[column] ?? 0;
      const scatter =
        (moments[at] ?? 0) -
        rowMean * (moments[1 + column] ?? 0) -
        columnMean * rowSum +
        n * rowMean * columnMean;
      distance += (row === column ? 1 : 2) * (precision[row * size + column] ?? 0) * scatter;
      at++;
    }
  }
  return -0.5 * (n * logDeterminant + distance);
}

/** Minimum variance in each direction relative to the average one, so that few vectors do not make a degenerate distribution. */
const MIN_VARIANCE = 0.001;

/** Cholesky's lower triangular matrix L with L L' = covariance. */
function factor(moments: Moments, size: number) {
  const n = Math.max(1, moments[0] ?? 0);
  const mean = moments.slice(1, 1 + size).map((sum) => sum / n);
  const lower = new Float64Array(size * size);
  let trace = 0;
  for (let row = 0; row < size; row++) {
    trace += (moments[1 + size + (row * (row + 3)) / 2] ?? 0) / n - (mean[row] ?? 0) ** 2;
  }
  const floor = (MIN_VARIANCE * Math.max(trace, 1e-6)) / size;
  let logDeterminant = 0;
  let at = 1 + size;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = (moments[at] ?? 0) / n - (mean[row] ?? 0) * (mean[column] ?? 0);
      for (let k = 0; k < column; k++) sum -= (lower[row * size + k] ?? 0) * (lower[column * size + k] ?? 0);
      if (row === column) {
        const pivot = Math.max(sum, floor);
        lower[row * size + row] = Math.sqrt(pivot);
        logDeterminant += Math.log(pivot);
      } else {
        lower[row * size + column] = sum / (lower[column * size + column] ?? 1);
      }
      at++;
    }
  }
  return { mean, lower, logDeterminant };
}

/** Inverse of L L'. */
function invert(lower: Float64Array, size: number): Float64Array {
  const inverse = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    for (let row = column; row < size; row++) {
      let sum = row === column ? 1 : 0;
      for (let k = column; k < row; k++)
        sum -= (lower[row * size + k] ?? 0) * (inverse[k * size + column] ?? 0);
      inverse[row * size + column] = sum / (lower[row * size + row] ?? 1);
    }
  }
  const product = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let sum = 0;
      for (let k = Math.max(row, column); k < size; k++) {
        sum += (inverse[k * size + row] ?? 0) * (inverse[k * size + column] ?? 0);
      }
      product[row * size + column] = sum;
    }
  }
  return product;
}
