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

/** Runs of so many elements that stand once in each list are the same place; shorter ones only within what is left between longer ones. */
const LONGEST_RUN = 5;
const SHORTEST_RUN = 2;

/**
 * Like `alignLists`, for lists of a hundred thousand: they are divided at runs that stand once in each, as in a patience diff, and what
 * lies between is aligned. Where nothing divides a large stretch, only its common prefix and suffix are matched.
 */
export function alignLongLists(before: readonly string[], after: readonly string[]): Pair[] {
  return alignDivided(before, after, LONGEST_RUN);
}

function alignDivided(before: readonly string[], after: readonly string[], runLength: number): Pair[] {
  if (before.length * after.length <= MAX_CELLS || runLength < SHORTEST_RUN) return alignLists(before, after);
  const anchors = findAnchors(before, after, runLength);
  if (anchors.length === 0) return alignDivided(before, after, runLength - 1);
  const pairs: Pair[] = [];
  let from: Pair = { before: 0, after: 0 };
  for (const anchor of [...anchors, { before: before.length, after: after.length }]) {
    const { before: i, after: j } = from;
    const between = alignDivided(before.slice(i, anchor.before), after.slice(j, anchor.after), runLength - 1);
    for (const pair of between) pairs.push({ before: pair.before + i, after: pair.after + j });
    if (anchor.before < before.length && anchor.after < after.length) pairs.push(anchor);
    from = { before: anchor.before + 1, after: anchor.after + 1 };
  }
  return pairs;
}

/** The first elements of runs that stand once in each list: the most that are in the same order in both. */
function findAnchors(before: readonly string[], after: readonly string[], runLength: number): Pair[] {
  const there = placesOfRuns(after, runLength);
  const common: Pair[] = [];
  for (const [run, place] of placesOfRuns(before, runLength)) {
    const other = there.get(run) ?? null;
    if (place !== null && other !== null) common.push({ before: place, after: other });
  }
  return longestAscending(common.sort((a, b) => a.before - b.before));
}

/** Where each run stands; null if it stands in several places. */
function placesOfRuns(list: readonly string[], runLength: number): Map<string, number | null> {
  const places = new Map<string, number | null>();
  for (let at = 0; at + runLength <= list.length; at += 1) {
    const run = list.slice(at, at + runLength).join('\n');
    places.set(run, places.has(run) ? null : at);
  }
  return places;
}

/** The longest part of the pairs whose second positions ascend as well (Fredman 1975). */
function longestAscending(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, { after }] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.after ?? 0) < after) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1];
    ends[low] = index;
  }
  const chain: Pair[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) {
    const pair = pairs[at];
    if (pair) chain.push(pair);
  }
  return chain.reverse();
}
