import { WRITTEN_WITHOUT_SPACES } from './tokens.ts';

const LETTER = '[\\p{L}\\p{M}\\p{N}]';

/**
 * Matches any of these phrases in a text, in any case. They are separated by '|' and stand between word boundaries; a '*' stands for any
 * letters. Phrases in scripts without spaces match anywhere. `at` says whether they must stand at the beginning of the text.
 */
export function phrasePattern(phrases: string, at: 'anywhere' | 'start' = 'anywhere'): RegExp {
  const parts = phrases.split('|').map((phrase) => {
    const literal = phrase
      .trim()
      .replace(/[.+?^${}()[\]\\/]/g, '\\$&')
      .replaceAll(/['’]/g, "['’]")
      .replaceAll(/\s+/g, '\\s+')
      .replaceAll('*', `${LETTER}*`);
    return WRITTEN_WITHOUT_SPACES.test(phrase) ? literal : `(?<!${LETTER})${literal}(?!${LETTER})`;
  });
  return new RegExp(`${at === 'start' ? '^[\\p{P}\\s]*' : ''}(?:${parts.join('|')})`, 'iu');
}
