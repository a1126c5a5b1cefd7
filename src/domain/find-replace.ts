import { oneLine } from '#contract/edits.ts';
import type { TextRange } from './normalize-text.ts';

export interface FindOptions {
  /** Matched literally; an empty query matches nothing. */
  query: string;
  matchCase: boolean;
  /** Only where no letter, digit or underscore stands before or after it. */
  wholeWord: boolean;
}

/** Where the query occurs in a text, in UTF-16 offsets; matches never overlap. Accents matter here. */
export function findAll(text: string, options: FindOptions): TextRange[] {
  const pattern = patternOf(options);
  if (!pattern) return [];
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** How many characters the text has at most when every match has been replaced; in linear time, without making it. */
export function lengthReplaced(text: string, options: FindOptions, replacement: string): number {
  const pattern = patternOf(options);
  if (!pattern) return text.length;
  let length = text.length;
  for (const [match] of text.matchAll(pattern)) length += replacement.length - match.length;
  return length;
}

/** The text with every match replaced, literally, and how many there were. Spaces that a deletion leaves are put together. */
export function replaceAll(
  text: string,
  options: FindOptions,
  replacement: string,
): { text: string; count: number } {
  const pattern = patternOf(options);
  if (!pattern) return { text, count: 0 };
  let count = 0;
  const replaced = text.replace(pattern, () => {
    count += 1;
    return replacement;
  });
  return { text: count > 0 ? oneLine(replaced) : text, count };
}

const LETTER = '[\\p{L}\\p{M}\\p{N}_]';

function patternOf({ query, matchCase, wholeWord }: FindOptions): RegExp | null {
  if (query === '') return null;
  // Of signs that mean nothing outside of a class, such as '-', the flag v takes no backslash.
  const literal = query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const source = wholeWord ? `(?<!${LETTER})${literal}(?!${LETTER})` : literal;
  return new RegExp(source, matchCase ? 'gv' : 'giv');
}
