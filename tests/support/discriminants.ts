/** The share of the mean variance that is added in every direction. */
const RIDGE = 0.4;

/** The mean of vectors of the same size. */
export function meanOf(vectors: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) addTo(mean, vector, 1 / vectors.length);
  return mean;
}

/**
 * The directions in which groups of vectors differ most, compared with how the vectors of a group differ: Fisher's linear discriminant
 * analysis, https://en.wikipedia.org/wiki/Linear_discriminant_analysis. Along each of them a group's variance is 1. Some of the mean
 * variance is added in every direction, because groups are few. The same groups give the same directions.
 */
export function discriminants(groups: readonly (readonly Float64Array[])[], count: number): Float64Array[] {
  const means = groups.map(meanOf);
  const within = scatter(
    groups.flatMap((group, index) => group.map((vector) => difference(vector, means[index]))),
  );
  const size = within.length;
  const ridge = (RIDGE * within.reduce((sum, row, index) => sum + (row[index] ?? 0), 0)) / size;
  within.forEach((row, index) => {
    row[index] = (row[index] ?? 0) + ridge;
  });
  const factor = cholesky(within);
  const overall = meanOf(means);
  const between = means.map((mean) => solveLower(factor, difference(mean, overall)));
  // Orthogonal iteration, begun with the groups' own differences, which span all directions there are.
  let basis = orthonormal(between.slice(0, count));
  for (let round = 0; round < 30; round++) {
    basis = orthonormal(
      basis.map((direction) => {
        const turned = new Float64Array(size);
        for (const mean of between) addTo(turned, mean, dot(mean, direction));
        return turned;
      }),
    );
  }
  return basis.map((direction) => solveUpper(factor, direction));
}

function scatter(vectors: readonly Float64Array[]): Float64Array[] {
  const size = vectors[0]?.length ?? 0;
  const sums = Array.from({ length: size }, () => new Float64Array(size));
  for (const vector of vectors) {
    sums.forEach((row, index) => {
      addTo(row, vector, (vector[index] ?? 0) / vectors.length);
    });
  }
  return sums;
}

/** The lower triangle L with L times its transpose equal to the matrix, which is symmetric and positive. */
function cholesky(matrix: readonly Float64Array[]): Float64Array[] {
  const rows: Float64Array[] = [];
  matrix.forEach((source, row) => {
    const made = new Float64Array(source.length);
    rows.push(made);
    for (let column = 0; column <= row; column++) {
      const other = rows[column] ?? made;
      let rest = source[column] ?? 0;
      for (let index = 0; index < column; index++) rest -= (made[index] ?? 0) * (other[index] ?? 0);
      made[column] = column === row ? Math.sqrt(rest) : rest / (other[column] ?? 1);
    }
  });
  return rows;
}

/** The y with L y = vector. */
function solveLower(lower: readonly Float64Array[], vector: Float64Array): Float64Array {
  const solved = new Float64Array(vector.length);
  lower.forEach((row, index) => {
    solved[index] = ((vector[index] ?? 0) - dot(row.subarray(0, index), solved)) / (row[index] ?? 1);
  });
  return solved;
}

/** The y with (L transposed) y = vector. */
function solveUpper(lower: readonly Float64Array[], vector: Float64Array): Float64Array {
  const rest = Float64Array.from(vector);
  for (let index = vector.length - 1; index >= 0; index--) {
    const row = lower[index] ?? rest;
    const value = (rest[index] ?? 0) / (row[index] ?? 1);
    for (let before = 0; before < index; before++)
      rest[before] = (rest[before] ?? 0) - (row[before] ?? 0) * value;
    rest[index] = value;
  }
  return rest;
}

/** Gram and Schmidt's: unit vectors at right angles that span the same space. */
function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const made: Float64Array[] = [];
  for (const vector of vectors) {
    const rest = Float64Array.from(vector);
    for (const other of made) addTo(rest, other, -dot(rest, other));
    const length = Math.sqrt(dot(rest, rest));
    made.push(rest.map((value) => value / length));
  }
  return made;
}

function difference(vector: Float64Array, other: Float64Array | undefined): Float64Array {
  return vector.map((value, index) => value - (other?.[index] ?? 0));
}

function addTo(target: Float64Array, vector: Float64Array, weight: number): void {
  vector.forEach((value, index) => {
    target[index] = (target[index] ?? 0) + weight * value;
  });
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += (left[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
