/**
 * Which of the numbers belong to the longest sequence that never falls: the others are out of order. Of several equally long ones
 * the one that ends lowest. Null never belongs to it.
 */
export function longestRise(numbers: readonly (number | null)[]): boolean[] {
  /** For each length, the index of the lowest number with which a sequence of this length can end. */
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  numbers.forEach((number, index) => {
    if (number === null) return;
    const length = firstAbove(ends, (at) => (numbers[at] ?? 0) > number);
    before.set(index, ends[length - 1]);
    ends[length] = index;
  });
  const belongs = numbers.map(() => false);
  for (let index = ends.at(-1); index !== undefined; index = before.get(index)) belongs[index] = true;
  return belongs;
}

/** The place of the first item, of sorted ones, for which it holds; the number of items if there is none. */
function firstAbove(items: readonly number[], holds: (item: number) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
