import type { Word } from '#contract/segments.ts';
import { alignLists } from './alignment.ts';
import { normalizeText } from './normalize-text.ts';
import { tokensOf } from './tokens.ts';

/** The time range of a text in its recording, in milliseconds. */
export interface Span {
  startMs: number;
  endMs: number;
}

/**
 * Gives times to the words of a text that was edited by hand. Unchanged words keep their times and their confidence. Replacement
 * words take the times of the words they replace: one for one if their number is the same, else shared by length. Inserted words
 * share the gap between their neighbors. The confidence of new words is null, because it was not measured. Times stay in order.
 */
export function retimeWords(words: readonly Word[], text: string, span: Span): Word[] {
  const tokens = tokensOf(text);
  const pairs = alignLists(
    words.map((word) => comparable(word.text)),
    tokens.map(comparable),
  );
  const timed: Word[] = [];
  let i = 0;
  let j = 0;
  for (const pair of [...pairs, { before: words.length, after: tokens.length }]) {
    const place = {
      startMs: words[i - 1]?.endMs ?? span.startMs,
      endMs: words[pair.before]?.startMs ?? span.endMs,
    };
    for (const word of replaceWords(words.slice(i, pair.before), tokens.slice(j, pair.after), place))
      timed.push(word);
    const kept = words[pair.before];
    const token = tokens[pair.after];
    if (kept && token !== undefined) timed.push({ ...kept, text: token });
    i = pair.before + 1;
    j = pair.after + 1;
  }
  return timed;
}

function replaceWords(old: readonly Word[], tokens: readonly string[], gap: Span): Word[] {
  const [first] = old;
  const last = old.at(-1);
  if (!first || !last) return shareByLength(tokens, gap);
  if (old.length === tokens.length) {
    return old.map((word, index) => ({ ...word, text: tokens[index] ?? '', confidence: null }));
  }
  return shareByLength(tokens, { startMs: first.startMs, endMs: last.endMs });
}

/** Divides a time range among words in proportion to their length; their confidence is null. */
export function shareByLength(tokens: readonly string[], { startMs, endMs }: Span): Word[] {
  const total = tokens.reduce((sum, token) => sum + token.length, 0);
  const lengthMs = Math.max(0, endMs - startMs);
  let before = 0;
  return tokens.map((text) => {
    const from = startMs + Math.round((lengthMs * before) / total);
    before += text.length;
    const to = startMs + Math.round((lengthMs * before) / total);
    return { text, startMs: from, endMs: to, confidence: null };
  });
}

/** A word without case, accents and punctuation, which a correction often changes while the word stays the same; '' if nothing is left. */
export function bareWord(token: string): string {
  return normalizeText(token).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

function comparable(token: string): string {
  return bareWord(token) || token.trim();
}
