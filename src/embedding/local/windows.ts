import { MAX_TOKENS } from './encoder-graph.ts';
import type { Tokenizer } from './tokenizer.ts';

/** The beginning of a word. */
const WORD = '\u2581';
const SENTENCE_END = /[.!?…。！？]["'”»)]?$/u;

/**
 * The tokens of a text in parts that the encoder takes. A part of a longer text ends after the last sentence that ends in its second half,
 * else before the last word that begins there, else where it is full.
 */
export function windowsOf(tokens: readonly number[], { piece }: Pick<Tokenizer, 'piece'>): number[][] {
  const windows: number[][] = [];
  for (let from = 0; from < tokens.length; ) {
    const to = endOf(tokens, from, piece);
    windows.push(tokens.slice(from, to));
    from = to;
  }
  return windows;
}

function endOf(tokens: readonly number[], from: number, piece: Tokenizer['piece']): number {
  const full = from + MAX_TOKENS;
  if (full >= tokens.length) return tokens.length;
  let word: number | undefined;
  for (let to = full; to > from + MAX_TOKENS / 2; to--) {
    if (!piece(tokens[to] ?? 0).startsWith(WORD)) continue;
    if (SENTENCE_END.test(piece(tokens[to - 1] ?? 0))) return to;
    word ??= to;
  }
  return word ?? full;
}
