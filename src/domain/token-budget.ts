import type { TextPassage } from './passages.ts';

// Tokens per character of each kind, measured with the Llama tokenizer (32,000 pieces: the smallest vocabulary in use, which
// therefore needs the most tokens); `token-budget.test.ts` measures again. See docs/decisions/020-ai-core.md.
const TOKENS_PER_CHARACTER = {
  latin: 0.3,
  accented: 1,
  digit: 1.3,
  cyrillic: 0.4,
  other: 1.6,
  /** One half of a character outside the Basic Multilingual Plane, such as an emoji. */
  surrogate: 2.2,
} as const;
/** Newer tokenizers may need this much more for the same text than older ones. If the estimate is too low, a request is refused. */
const MARGIN = 1.35;
/** The tokens of a passage besides its words: number, time, speaker, and the wrapping of a content block. */
const TOKENS_AROUND_PASSAGE = 20;

/** An upper estimate of a text's tokens, from measured tokens per character and a margin, because the services' tokenizers are not public. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += 1) tokens += tokensOf(text.charCodeAt(at));
  return Math.ceil(tokens * MARGIN);
}

/** An upper estimate of the tokens that a passage takes when it is sent. */
export function passageTokens({ text, speaker = '' }: TextPassage & { speaker?: string }): number {
  return estimateTokens(text) + estimateTokens(speaker) + TOKENS_AROUND_PASSAGE;
}

/**
 * The passages that fit into `budget` tokens, in their original order: all of them if they fit, else those ranked first
 * (`ranked` has passage numbers), with the neighbors of the best ones, because an answer often continues there.
 */
export function fitToBudget<P extends TextPassage & { speaker?: string }>(
  passages: readonly P[],
  ranked: readonly number[],
  budget: number,
): readonly P[] {
  const costs = new Map(passages.map((passage) => [passage.number, passageTokens(passage)]));
  const total = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  if (total <= budget) return passages;
  const chosen = new Set<number>();
  let left = budget;
  for (const number of withNeighbors(ranked)) {
    const cost = costs.get(number);
    if (cost === undefined || chosen.has(number)) continue;
    if (cost > left) continue;
    chosen.add(number);
    left -= cost;
  }
  return passages.filter(({ number }) => chosen.has(number));
}

/** How many of the best passages bring their neighbors along. */
const WITH_NEIGHBORS = 8;

function* withNeighbors(ranked: readonly number[]): Generator<number> {
  for (const number of ranked.slice(0, WITH_NEIGHBORS)) {
    yield number;
    yield number + 1;
    yield number - 1;
  }
  yield* ranked;
}

function tokensOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return TOKENS_PER_CHARACTER.digit;
  if (code >= 0xc0 && code < 0x250) return TOKENS_PER_CHARACTER.accented;
  if (code < 0xc0 || (code >= 0x2000 && code < 0x2070)) return TOKENS_PER_CHARACTER.latin;
  if (code >= 0x400 && code < 0x530) return TOKENS_PER_CHARACTER.cyrillic;
  if (code >= 0xd800 && code < 0xe000) return TOKENS_PER_CHARACTER.surrogate;
  return TOKENS_PER_CHARACTER.other;
}
