import type { SpokenWord } from './segmentation.ts';

/** Repairs times: each word lasts at least a millisecond, and ends before the next one begins and before `durationMs`. */
export function inOrder(words: readonly SpokenWord[], durationMs: number): SpokenWord[] {
  let limitMs = durationMs;
  const kept = words.toReversed().map((word) => {
    const endMs = Math.max(1, Math.min(limitMs, Math.max(word.endMs, word.startMs + 1)));
    const startMs = Math.max(0, Math.min(word.startMs, endMs - 1));
    limitMs = startMs;
    return { ...word, startMs, endMs };
  });
  return kept.reverse();
}
