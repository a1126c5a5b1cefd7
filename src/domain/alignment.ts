/** Two positions, one in each list, that hold equal elements. */
export interface Pair {
  before: number;
  after: number;
}

/** The largest table that is computed unless told otherwise, which takes some tens of milliseconds. */
const MAX_CELLS = 4_000_000;

/**
 * The longest common subsequence of two lists, as pairs of indexes in ascending order.
 * Matches the common prefix and suffix first, then uses dynamic programming (Wagner and Fischer 1974) for the rest, unless that would take
 * a table of more than `maxCells`: then only the prefix and the suffix are matched.
 */
export function alignLists(
  before: readonly string[],
  after: readonly string[],
  maxCells = MAX_CELLS,
): Pair[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const middle = alignMiddle(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
    maxCells,
  ).map((pair) => ({ before: pair.before + head, after: pair.after + head }));
  return [
    ...Array.from({ length: head }, (_, index) => ({ before: index, after: index })),
    ...middle,
    ...Array.from({ length: tail }, (_, index) => ({
      before: before.length - tail + index,
      after: after.length - tail + index,
    })),
  ];
}

function alignMiddle(before: readonly string[], after: readonly string[], maxCells: number): Pair[] {
  const width = after.length + 1;
  if (before.length === 0 || after.length === 0 || before.length * after.length > maxCells) return [];
  // lengths[i * width + j] is the length of the longest common subsequence of before[i..] and after[j..].
  const lengths = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      pairs.push({ before: i, after: j });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
