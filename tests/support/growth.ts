import { threadMs } from './thread-time.ts';

/** Makes work on a text of a size, which is not measured, and returns the work. */
export type Prepare = (size: number) => () => unknown;

/** Work below this is too short to compare; what a text of the largest size costs no more than this is cheap, however it grows. */
const SHORT_MS = 40;
/** Work above this is compared with that on a smaller text before the size is doubled again, so that a square is found while it can be waited for. */
const LONG_MS = 1000;
/** The texts that are compared: from one to twice its size, the collection of memory alone can make the work three times as long. */
const SPAN = 8;
/** Eight times the text is eight times the work, with log n, caches and memory up to twenty; a square is 64 times. */
const MAX_RATIO = 32;
/** A busy machine makes some measurements too long, never too short. */
const TRIES = 8;

/**
 * How many times more processor time the largest size takes than an eighth of it: about 8 if the work is linear, 64 if it grows with the square.
 * Work that is too short to compare gives 1. Ends at a smaller size as soon as the work there is long and grows faster than `MAX_RATIO`.
 */
export function growthOf(prepare: Prepare, largest: number): number {
  const shortest = new Map<number, number>();
  const measure = (size: number) => {
    const ms = Math.min(shortest.get(size) ?? Number.POSITIVE_INFINITY, threadMs(prepare(size)));
    shortest.set(size, ms);
    return ms;
  };
  const ratioAt = (size: number) => {
    // The first time is that of code which is not compiled yet, and would hide how fast the work grows.
    measure(size / SPAN);
    return Math.max(SHORT_MS, measure(size)) / Math.max(SHORT_MS / MAX_RATIO, measure(size / SPAN));
  };
  for (let size = largest / 8; size <= largest; size *= 2) {
    const isLong = measure(size) > LONG_MS;
    if (size < largest && !isLong) continue;
    let ratio = ratioAt(size);
    for (let tries = 1; ratio > MAX_RATIO && tries < TRIES; tries += 1)
      ratio = Math.min(ratio, ratioAt(size));
    if (ratio > MAX_RATIO || size === largest) return ratio;
  }
  return 1;
}

/** Whether work grows no faster than a text, or than n log n. */
export function isAboutLinear(ratio: number): boolean {
  return ratio <= MAX_RATIO;
}
