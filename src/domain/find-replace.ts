import { oneLine } from '#contract/edits.ts';
import type { TextRange } from './normalize-text.ts';

export interface FindOptions {
  /** Matched literally; an empty query has no matches. */
  query: string;
  matchCase: boolean;
  /** Match only where no letter, digit or underscore precedes or follows. */
  wholeWord: boolean;
}

/** Where the query occurs in a text, in UTF-16 offsets. Matches never overlap. Accents are significant. */
export function findAll(text: string, options: FindOptions): TextRange[] {
  const pattern = patternOf(options);
  if (!pattern) return [];
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The maximum length of the text once every match has been replaced, in UTF-16 units; computed in linear time without building the text. */
export function lengthReplaced(text: string, options: FindOptions, replacement: string): number {
  const pattern = patternOf(options);
  if (!pattern) return text.length;
  let length = text.length;
  for (const [match] of text.matchAll(pattern)) length += replacement.length - match.length;
  return length;
}

/** The text with every match replaced literally, and the number of matches. Double spaces left by a deletion are collapsed. */
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
  // The v flag rejects a backslash before characters that have no special meaning outside a class, such as '-'.
  const literal = query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const source = wholeWord ? `(?<!${LETTER})${literal}(?!${LETTER})` : literal;
  return new RegExp(source, matchCase ? 'gv' : 'giv');
}
