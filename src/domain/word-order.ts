import type { SpokenWord } from './segmentation.ts';

/**
 * Repairs times: each word lasts at least a millisecond, and ends before the next one begins and before `durationMs`, unless there
 * are more words than milliseconds.
 */
export function inOrder(words: readonly SpokenWord[], durationMs: number): SpokenWord[] {
  let limitMs = durationMs;
  const kept = words.map((word, index) => ({ word, index })).reverse();
  const repaired = kept.map(({ word, index }) => {
    // Each word before this one needs a millisecond, too.
    const earliestMs = index;
    const endMs = Math.max(earliestMs + 1, Math.min(limitMs, Math.max(word.endMs, word.startMs + 1)));
    const startMs = Math.max(earliestMs, Math.min(word.startMs, endMs - 1));
    limitMs = startMs;
    return { ...word, startMs, endMs };
  });
  return repaired.reverse();
}
