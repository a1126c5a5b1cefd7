const BASE = 0x01000193;

/**
 * Returns a function that takes a phrase and returns a test of whether the phrase is at a place (an index) of a list of words. Preparing the
 * list takes linear time and a phrase as long as it is; ruling a place out takes constant time, however repetitive the words are: the sums
 * of the words there are compared first (Karp and Rabin 1987), and the words only if these are equal.
 */
export function createPhraseFinder(
  words: readonly string[],
): (phrase: readonly string[]) => (at: number) => boolean {
  const numbers = new Map<string, number>();
  for (const word of words) if (!numbers.has(word)) numbers.set(word, scrambled(numbers.size + 1));
  // The sum of the words before each place, and the factor by which a sum grows with so many more words; both modulo 2^32.
  const sums = new Uint32Array(words.length + 1);
  const factors = new Uint32Array(words.length + 1).fill(1);
  for (const [at, word] of words.entries()) {
    sums[at + 1] = Math.imul(sums[at] ?? 0, BASE) + (numbers.get(word) ?? 0);
    factors[at + 1] = Math.imul(factors[at] ?? 0, BASE);
  }
  return (phrase) => {
    const { length } = phrase;
    const isPossible = length > 0 && length <= words.length && phrase.every((word) => numbers.has(word));
    if (!isPossible) return () => false;
    const factor = factors[length] ?? 0;
    let wanted = 0;
    for (const word of phrase) wanted = (Math.imul(wanted, BASE) + (numbers.get(word) ?? 0)) >>> 0;
    return (at) =>
      at + length <= words.length &&
      ((sums[at + length] ?? 0) - Math.imul(sums[at] ?? 0, factor)) >>> 0 === wanted &&
      phrase.every((word, index) => words[at + index] === word);
  };
}

/** Spreads small numbers over 32 bits (the finalizer of MurmurHash3), so that sums of different words are rarely equal. */
function scrambled(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
