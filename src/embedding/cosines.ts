/** How much a passage's neighbours count beside itself: an answer often stands beside the words that were asked for. */
const NEIGHBOUR = 0.5;

/** Packed vectors that can be compared: each a vector of length 1 with a scale of its own (`quantize.ts`, packing 'each'), which a cosine does not need. */
export interface ComparedVectors {
  bytes: Int8Array;
  /** The length of each, in the scale of its bytes. */
  lengths: Float32Array;
}

/** Measures `count` packed vectors, so that they can be compared many times. Throws RangeError if the bytes are not of so many. */
export function measureVectors(bytes: Int8Array, count: number): ComparedVectors {
  const size = count === 0 ? 0 : bytes.length / count;
  if (!Number.isInteger(size) || (count === 0 && bytes.length > 0))
    throw new RangeError(`${bytes.length} bytes are not ${count} vectors`);
  const lengths = Float32Array.from({ length: count }, (_, index) => {
    let square = 0;
    for (let at = index * size; at < (index + 1) * size; at++) square += (bytes[at] ?? 0) ** 2;
    return Math.sqrt(square);
  });
  return { bytes, lengths };
}

/** How near packed vectors are to a question: cosines from -1 to 1. Throws RangeError if they are not of its size. */
export function cosinesTo({ bytes, lengths }: ComparedVectors, asked: Float32Array): Float32Array {
  const size = asked.length;
  if (lengths.length * size !== bytes.length)
    throw new RangeError(`${bytes.length} bytes are not ${lengths.length} vectors of ${size} numbers`);
  return lengths.map((length, index) => {
    const from = index * size;
    let dot = 0;
    for (let at = 0; at < size; at++) dot += (bytes[from + at] ?? 0) * (asked[at] ?? 0);
    return length > 0 ? dot / length : 0;
  });
}

/** The same for consecutive passages, each mixed with its neighbours (1 + 0.5 + 0.5). */
export function mixedCosines(vectors: ComparedVectors, asked: Float32Array): Float32Array {
  const { bytes, lengths } = vectors;
  const cosines = cosinesTo(vectors, asked);
  const size = asked.length;
  const count = cosines.length;
  const alike = (one: number, other: number) => {
    if (other >= count || !lengths[one] || !lengths[other]) return 0;
    let dot = 0;
    for (let at = 0; at < size; at++) dot += (bytes[one * size + at] ?? 0) * (bytes[other * size + at] ?? 0);
    return dot / (lengths[one] * lengths[other]);
  };
  const next = Float32Array.from(cosines, (_, index) => alike(index, index + 1));
  return cosines.map((cosine, index) => {
    const sides = [index - 1, index + 1].filter((side) => side >= 0 && side < count && lengths[side]);
    const sum = cosine + sides.reduce((total, side) => total + NEIGHBOUR * (cosines[side] ?? 0), 0);
    const beside = NEIGHBOUR * ((index > 0 ? next[index - 1] : 0) ?? 0) + NEIGHBOUR * (next[index] ?? 0);
    const across = sides.length === 2 ? NEIGHBOUR * NEIGHBOUR * alike(index - 1, index + 1) : 0;
    const square = (lengths[index] ? 1 : 0) + sides.length * NEIGHBOUR * NEIGHBOUR + 2 * (beside + across);
    return square > 0 ? sum / Math.sqrt(square) : 0;
  });
}
