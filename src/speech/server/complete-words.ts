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

/** A word of the text: as it is written, and its letters only. */
interface Token {
  token: string;
  letters: string;
}

/**
 * Gives words what only the text that they belong to has. OpenAI answers with words without punctuation: where all words are
 * without, they get that of the text, and several that are one in the text ("twenty-five") become one. WhisperX leaves out those
 * that it has no times for, such as numbers: `untimed` makes them. Words that the text does not have stay as they are.
 */
export function completeWords<W extends TimedText>(
  words: readonly W[],
  text: string,
  untimed: (token: string) => W,
): W[] {
  const isPlain = PUNCTUATION.test(text) && !words.some((word) => PUNCTUATION.test(word.text));
  const tokens = tokensOf(text).map((token) => ({ token, letters: lettersOf(token) }));
  const spoken = tokens.filter(({ letters }) => letters !== '');
  const parts = words.map((word) => lettersOf(word.text));
  const result: W[] = [];
  let at = 0;
  for (let index = 0; index < words.length; ) {
    const ahead = spoken.slice(at, at + LOOK_AHEAD);
    const found = findNext(parts, index, ahead);
    const count = found?.count ?? 1;
    const said = words.slice(index, index + count);
    if (found) {
      const skipped = ahead.slice(0, found.skipped);
      const later = parts.slice(index + count, index + count + LOOK_AHEAD);
      // If they come later, the words only have something that the text has not.
      const areMissing = !skipped.some(({ letters }) => later.includes(letters));
      if (areMissing) for (const { token } of skipped) result.push(untimed(token));
      at += found.skipped + 1;
    }
    const [first] = said;
    if (found && isPlain && first)
      result.push({ ...first, text: found.token, end: said.at(-1)?.end ?? null });
    else result.push(...said);
    index += count;
  }
  const rest = spoken.slice(at, at + LOOK_AHEAD);
  if (at > 0 && rest.length < LOOK_AHEAD) for (const { token } of rest) result.push(untimed(token));
  return result;
}

/** The first of the next tokens that the letters of the words from here on spell, and how many of them do. */
function findNext(
  parts: readonly string[],
  index: number,
  tokens: readonly Token[],
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
