import { joinWords, tokensOf } from '#domain/tokens.ts';

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
      at += found.skipped + found.taken;
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

interface Spelled {
  /** What these words are in the text. */
  token: string;
  /** How many tokens come before, and how many they are. */
  skipped: number;
  taken: number;
  /** How many words they are. */
  count: number;
}

/** The first of the next tokens that the letters of the words from here on spell. A dictionary may divide a word of Japanese into several. */
function findNext(parts: readonly string[], index: number, tokens: readonly Token[]): Spelled | undefined {
  for (const skipped of tokens.keys()) {
    const found = spell(parts.slice(index, index + MAX_PARTS), tokens.slice(skipped));
    if (found) return { ...found, skipped };
  }
  return undefined;
}

/** How many of the words, and how many of the tokens, have the same letters. */
function spell(parts: readonly string[], tokens: readonly Token[]): Omit<Spelled, 'skipped'> | undefined {
  let said = '';
  let written = '';
  for (let count = 0, taken = 0; ; ) {
    const next = said.length <= written.length ? parts[count] : tokens[taken]?.letters;
    if (next === undefined) return undefined;
    if (said.length <= written.length) {
      said += next;
      count += 1;
    } else {
      written += next;
      taken += 1;
    }
    if (!said.startsWith(written) && !written.startsWith(said)) return undefined;
    if (taken > 0 && said === written)
      return { token: joinWords(tokens.slice(0, taken).map(({ token }) => token)), taken, count };
  }
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
