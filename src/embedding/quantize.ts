/** Vectors as bytes, one after the other: a quarter of the size, for a search that hardly differs (decision 086). */
export interface PackedVectors {
  /** The numbers of one vector. */
  dimensions: number;
  /** `dimensions` bytes for each vector. */
  bytes: Int8Array;
  /** What a byte of each vector stands for; a single number if all vectors have the same. */
  scales: Float32Array | number;
}

/** How the vectors of an embedder are packed: with one factor for all numbers, or with one for each vector. */
export type Packing = { factor: number } | 'each';

/** The numbers of the local embedder stay below 0.12, so a single factor loses nothing and needs no scales. */
export const LOCAL_PACKING: Packing = { factor: 1016 };

const LARGEST = 127;

/** Packs vectors of length 1 (or of zeros) and of the same size. Numbers that a single factor makes too large are clipped. */
export function packVectors(
  vectors: readonly Float32Array[],
  { dimensions, packing }: { dimensions: number; packing: Packing },
): PackedVectors {
  const bytes = new Int8Array(vectors.length * dimensions);
  const scales = new Float32Array(packing === 'each' ? vectors.length : 0);
  for (const [index, vector] of vectors.entries()) {
    if (vector.length !== dimensions)
      throw new RangeError(`A vector has ${vector.length} numbers, not ${dimensions}`);
    const factor = packing === 'each' ? ownFactor(vector) : packing.factor;
    for (let at = 0; at < dimensions; at++) {
      const rounded = Math.round((vector[at] ?? 0) * factor);
      bytes[index * dimensions + at] = Math.max(-LARGEST, Math.min(LARGEST, rounded));
    }
    if (packing === 'each') scales[index] = 1 / factor;
  }
  return { dimensions, bytes, scales: packing === 'each' ? scales : 1 / packing.factor };
}

function ownFactor(vector: Float32Array): number {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  return largest > 0 ? LARGEST / largest : 1;
}

/** A packed vector and how near it is: the cosine, from -1 to 1. */
export interface Nearest {
  index: number;
  cosine: number;
}

/**
 * The `count` packed vectors that are nearest to a vector of length 1, best first; of equally near ones, the first. Looks at every one of them (80 ms
 * for 100,000 of 512 numbers). Throws RangeError if the sizes do not fit.
 */
export function nearestVectors(packed: PackedVectors, wanted: Float32Array, count: number): Nearest[] {
  const { dimensions, bytes } = packed;
  if (wanted.length !== dimensions || bytes.length % dimensions !== 0)
    throw new RangeError(`A vector of ${wanted.length} numbers does not fit those of ${dimensions}`);
  const best = createBest(count);
  for (let index = 0; index * dimensions < bytes.length; index++)
    best.offer(index, cosineOf(packed, wanted, index));
  return best.inOrder();
}

/** How near one packed vector is to a vector of length 1. */
export function cosineOf(
  { dimensions, bytes, scales }: PackedVectors,
  wanted: Float32Array,
  index: number,
): number {
  const start = index * dimensions;
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += (wanted[at] ?? 0) * (bytes[start + at] ?? 0);
  return sum * (typeof scales === 'number' ? scales : (scales[index] ?? 0));
}

/** Keeps the best of all that are offered: a heap whose first is the worst of them. */
function createBest(count: number) {
  const heap: Nearest[] = [];
  const isWorse = (one: Nearest, other: Nearest) =>
    one.cosine < other.cosine || (one.cosine === other.cosine && one.index > other.index);
  const sink = (from: number) => {
    for (let at = from; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        const [one, other] = [heap[child], heap[worst]];
        if (one && other && isWorse(one, other)) worst = child;
      }
      const [here, there] = [heap[at], heap[worst]];
      if (worst === at || !here || !there) return;
      heap[at] = there;
      heap[worst] = here;
      at = worst;
    }
  };
  return {
    offer(index: number, cosine: number) {
      const offered = { index, cosine };
      const [worst] = heap;
      if (heap.length < count) {
        heap.push(offered);
        if (heap.length === count) for (let at = count >> 1; at >= 0; at--) sink(at);
      } else if (worst && isWorse(worst, offered)) {
        heap[0] = offered;
        sink(0);
      }
    },
    inOrder: () => heap.toSorted((one, other) => (isWorse(one, other) ? 1 : -1)),
  };
}
