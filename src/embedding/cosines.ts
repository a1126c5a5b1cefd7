/** How much a passage's neighbours count beside itself: an answer often stands beside the words that were asked for. */
const NEIGHBOUR = 0.5;

/**
 * How near packed vectors are to a question: cosines from -1 to 1. `packed` has `asked.length` bytes for each, each a vector of length 1 with a
 * scale of its own (`quantize.ts`, packing 'each'), which a cosine does not need. Throws RangeError if the sizes do not fit.
 */
export function cosinesTo(packed: Int8Array, asked: Float32Array): Float32Array {
  return measure(packed, asked).cosines;
}

function measure(packed: Int8Array, asked: Float32Array): { cosines: Float32Array; lengths: Float32Array } {
  const size = asked.length;
  const count = packed.length / size;
  if (!Number.isInteger(count))
    throw new RangeError(`${packed.length} bytes are no vectors of ${size} numbers`);
  const cosines = new Float32Array(count);
  const lengths = new Float32Array(count);
  for (let index = 0; index < count; index++) {
    const from = index * size;
    let dot = 0;
    let square = 0;
    for (let at = 0; at < size; at++) {
      const value = packed[from + at] ?? 0;
      dot += value * (asked[at] ?? 0);
      square += value * value;
    }
    lengths[index] = Math.sqrt(square);
    cosines[index] = square > 0 ? dot / Math.sqrt(square) : 0;
  }
  return { cosines, lengths };
}

/** The same for consecutive passages, each mixed with its neighbours (1 + 0.5 + 0.5). */
export function mixedCosines(packed: Int8Array, asked: Float32Array): Float32Array {
  const { cosines, lengths } = measure(packed, asked);
  const size = asked.length;
  const count = cosines.length;
  const alike = (one: number, other: number) => {
    if (other >= count || !lengths[one] || !lengths[other]) return 0;
    let dot = 0;
    for (let at = 0; at < size; at++)
      dot += (packed[one * size + at] ?? 0) * (packed[other * size + at] ?? 0);
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
