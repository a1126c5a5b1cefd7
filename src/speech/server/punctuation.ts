import { tokensOf } from '#domain/tokens.ts';

/** How far the words and the text may differ before they are compared again. */
const LOOK_AHEAD = 6;
/** Of how many words one of the text may consist. */
const MAX_PARTS = 12;
const PUNCTUATION = /[.,;:!?…。，、！？؟۔।]/u;

interface TimedText {
  text: string;
  end: number | null;
}

/**
 * Gives words the punctuation of the text that they belong to: OpenAI answers with a text that has punctuation and words that have
 * none. Words that the text does not have stay as they are; several that are one in the text ("twenty-five") become one.
 */
export function withPunctuation<W extends TimedText>(words: readonly W[], text: string): W[] {
  if (!PUNCTUATION.test(text) || words.some((word) => PUNCTUATION.test(word.text))) return [...words];
  const tokens = tokensOf(text).map((token) => ({ token, letters: lettersOf(token) }));
  const spoken = tokens.filter(({ letters }) => letters !== '');
  const parts = words.map((word) => lettersOf(word.text));
  const result: W[] = [];
  let at = 0;
  for (let index = 0; index < words.length; ) {
    const found = findNext(parts, index, spoken.slice(at, at + LOOK_AHEAD));
    const word = words[index] as W;
    if (!found) {
      result.push(word);
      index += 1;
      continue;
    }
    result.push({ ...word, text: found.token, end: words[index + found.count - 1]?.end ?? null });
    index += found.count;
    at += found.skipped + 1;
  }
  return result;
}

/** The first of the next tokens that the letters of the words from here on spell, and how many of them do. */
function findNext(
  parts: readonly string[],
  index: number,
  tokens: readonly { token: string; letters: string }[],
): { token: string; skipped: number; count: number } | undefined {
  for (const [skipped, { token, letters }] of tokens.entries()) {
    let spelled = 0;
    for (const [place, part] of parts.slice(index, index + MAX_PARTS).entries()) {
      if (!letters.startsWith(part, spelled)) break;
      spelled += part.length;
      if (spelled === letters.length) return { token, skipped, count: place + 1 };
    }
  }
  return undefined;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
