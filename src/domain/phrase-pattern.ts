import { WRITTEN_WITHOUT_SPACES } from './tokens.ts';

const LETTER = '[\\p{L}\\p{M}\\p{N}]';

/**
 * Matches any of these phrases in a text, in any case. They are separated by '|' and stand between word boundaries; a '*' stands for any
 * letters. Phrases in scripts without spaces match anywhere. `at` says whether they must stand at the beginning of the text.
 */
export function phrasePattern(phrases: string, at: 'anywhere' | 'start' = 'anywhere'): RegExp {
  const all = phrases.split('|').map((phrase) => phrase.trim());
  const unspaced = all.filter((phrase) => WRITTEN_WITHOUT_SPACES.test(phrase));
  const spaced = all.filter((phrase) => !WRITTEN_WITHOUT_SPACES.test(phrase));
  // The boundaries once for all: letters of any script take long to compile.
  const words = spaced.length > 0 ? [`(?<!${LETTER})(?:${spaced.map(literal).join('|')})(?!${LETTER})`] : [];
  const parts = [...words, ...unspaced.map(literal)];
  return new RegExp(`${at === 'start' ? '^[\\p{P}\\s]*' : ''}(?:${parts.join('|')})`, 'iu');
}

function literal(phrase: string): string {
  return phrase
    .replace(/[.+?^${}()[\]\\/]/g, '\\$&')
    .replaceAll(/['’]/g, "['’]")
    .replaceAll(/\s+/g, '\\s+')
    .replaceAll('*', `${LETTER}*`);
}
