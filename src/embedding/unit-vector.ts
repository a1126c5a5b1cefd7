/** A vector made as long as 1. Throws RangeError if it is of length 0, or not of numbers. */
export function unitVector(vector: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += (vector[at] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY))
    throw new RangeError('This vector has no direction');
  return Float32Array.from(vector, (value) => value / length);
}
