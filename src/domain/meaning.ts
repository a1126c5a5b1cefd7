import type { TextPassage } from './passages.ts';
import type { RankedPassage } from './ranked-passage.ts';

/** How near passages are to a question in what they mean: cosines from -1 to 1, by passage number. Passages without one are missing. */
export type Nearness = ReadonlyMap<number, number>;

// Chosen on half of the questions of bench/meaning.bench.ts and checked on the other half (decision 087).
/** What a cosine of 1 counts, compared with the best score by words. */
export const MEANING_WEIGHT = 2;
/** What is not nearer than this has nothing to do with the question. */
export const UNRELATED = 0.2;
/**
 * What is not nearer than this is not shown as similar. With the questions of tests/fixtures/questions it hides a third of what is beside the point,
 * and 9 of the 83 right passages among the first ten; at 0.4, it would hide 21.
 */
export const SIMILAR = 0.35;
/** As near as this means the same, whatever the words. */
const SAME = 0.6;

/**
 * Ranks passages by words and by meaning together: the score by words over its best one, plus the cosine. Passages that only mean
 * what is asked come in, too; their coverage is what their nearness says of it. Without `nearness`, the ranking stays as it is.
 */
export function rankByMeaning(
  ranked: readonly RankedPassage[],
  passages: readonly TextPassage[],
  nearness: Nearness | undefined,
): RankedPassage[] {
  if (!nearness || nearness.size === 0) return [...ranked];
  const best = Math.max(Number.MIN_VALUE, ranked[0]?.score ?? 0);
  const byWords = new Map(ranked.map((each) => [each.number, each]));
  return passages
    .flatMap(({ number }): RankedPassage[] => {
      const words = byWords.get(number);
      const cosine = Math.max(0, nearness.get(number) ?? 0);
      if (!words && cosine <= UNRELATED) return [];
      const score = (words?.score ?? 0) / best + MEANING_WEIGHT * cosine;
      const meant = Math.min(1, Math.max(0, (cosine - UNRELATED) / (SAME - UNRELATED)));
      return [{ number, score, coverage: Math.max(words?.coverage ?? 0, meant) }];
    })
    .sort((a, b) => b.score - a.score || a.number - b.number);
}
