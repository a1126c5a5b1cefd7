/**
 * Average-linkage clustering of unit vectors by cosine distance: the labels, from 0, that result when no two clusters are nearer than
 * `cut` on average. Nearest-neighbour chain, Murtagh 1983, https://doi.org/10.1093/comjnl/26.4.354: time and memory grow with the
 * square of the number (1,200 vectors: 6 MB).
 */
export function linkVoices(vectors: readonly Float32Array[], cut: number): number[] {
  const count = vectors.length;
  const distances = distancesOf(vectors);
  const sizes = new Float64Array(count).fill(1);
  const isOpen = new Uint8Array(count).fill(1);
  const parents = Int32Array.from({ length: count }, (_, index) => index);
  const chain: number[] = [];
  let left = count;
  while (left > 1) {
    if (chain.length === 0) chain.push(isOpen.indexOf(1));
    const top = chain.at(-1) ?? 0;
    const before = chain.at(-2);
    const { nearest, distance } = nearestOf(distances, { top, before, isOpen });
    if (nearest !== before) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    // The distance of joined clusters only grows, so whatever is joined above the cut stays apart.
    if (distance <= cut) parents[rootOf(parents, nearest)] = rootOf(parents, top);
    join(distances, { into: top, from: nearest, sizes, isOpen });
    left--;
  }
  const numbers = new Map<number, number>();
  return vectors.map((_, index) => {
    const root = rootOf(parents, index);
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    return number;
  });
}

/** The cosine of two unit vectors. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  // In bounds: a default for undefined would take twice as long.
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}

function distancesOf(vectors: readonly Float32Array[]): Float32Array {
  const count = vectors.length;
  const distances = new Float32Array(count * count);
  vectors.forEach((one, row) => {
    for (let column = row + 1; column < count; column++) {
      const distance = 1 - cosine(one, vectors[column] ?? one);
      distances[row * count + column] = distance;
      distances[column * count + row] = distance;
    }
  });
  return distances;
}

/** The open cluster nearest to the top of the chain; the one before it, if none is nearer. */
function nearestOf(
  distances: Float32Array,
  { top, before, isOpen }: { top: number; before: number | undefined; isOpen: Uint8Array },
): { nearest: number; distance: number } {
  const row = top * isOpen.length;
  let nearest = before ?? -1;
  let distance = before === undefined ? Number.POSITIVE_INFINITY : (distances[row + before] ?? 0);
  for (let other = 0; other < isOpen.length; other++) {
    if (isOpen[other] === 0 || other === top) continue;
    const each = distances[row + other] as number;
    if (each >= distance) continue;
    distance = each;
    nearest = other;
  }
  return { nearest, distance };
}

function join(
  distances: Float32Array,
  { into, from, sizes, isOpen }: { into: number; from: number; sizes: Float64Array; isOpen: Uint8Array },
): void {
  const count = isOpen.length;
  const [size, added] = [sizes[into] ?? 1, sizes[from] ?? 1];
  for (let other = 0; other < count; other++) {
    if (isOpen[other] === 0 || other === into || other === from) continue;
    const distance =
      (size * (distances[into * count + other] ?? 0) + added * (distances[from * count + other] ?? 0)) /
      (size + added);
    distances[into * count + other] = distance;
    distances[other * count + into] = distance;
  }
  sizes[into] = size + added;
  isOpen[from] = 0;
}

function rootOf(parents: Int32Array, index: number): number {
  let root = index;
  while (parents[root] !== root) {
    const parent = parents[root] ?? root;
    parents[root] = parents[parent] ?? parent;
    root = parents[root] ?? root;
  }
  return root;
}
