import type { ScoredSentence } from './scored-sentences.ts';

/** Sentences that share more than this fraction of their words say the same. */
const ALIKE = 0.5;
/** How many of the best sentences to examine for each one wanted. */
const CANDIDATES_FOR_EACH = 30;

/**
 * The best sentences that do not repeat each other, in the order of the transcript. `taken` are sentences already used elsewhere:
 * neither they nor similar ones are chosen again.
 */
export function chooseSentences(
  sentences: readonly ScoredSentence[],
  wanted: number,
  taken: readonly ScoredSentence[] = [],
): ScoredSentence[] {
  const best = sentences
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, wanted * CANDIDATES_FOR_EACH + taken.length);
  const chosen: ScoredSentence[] = [];
  for (const sentence of best) {
    if (chosen.length === wanted) break;
    if (![...chosen, ...taken].some((other) => isAlike(other, sentence))) chosen.push(sentence);
  }
  return chosen.toSorted((a, b) => a.at - b.at);
}

/** The best sentence of each of `parts` equal parts of the transcript, so that the end counts as much as the beginning. */
export function chooseFromEachPart(
  sentences: readonly ScoredSentence[],
  parts: number,
  taken: readonly ScoredSentence[] = [],
): ScoredSentence[] {
  const chosen: ScoredSentence[] = [];
  for (const part of divide(sentences, parts)) {
    chosen.push(...chooseSentences(part, 1, [...taken, ...chosen]));
  }
  return chosen;
}

/** Equal consecutive parts, none empty. */
export function divide<T>(items: readonly T[], parts: number): T[][] {
  const size = Math.max(1, Math.ceil(items.length / Math.max(1, parts)));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function isAlike(one: ScoredSentence, other: ScoredSentence): boolean {
  if (one.text === other.text) return true;
  const [few, many] = one.stems.size < other.stems.size ? [one.stems, other.stems] : [other.stems, one.stems];
  if (few.size === 0) return false;
  let shared = 0;
  for (const each of few) if (many.has(each)) shared += 1;
  return shared / few.size > ALIKE;
}
