import { oneLine } from '#contract/edits.ts';
import { hasAlike, plainCharacter, plainForm } from './alike-characters.ts';
import { convertCharacters, type TextRange } from './converted-text.ts';
import { toUnicodeForm } from './unicode-form.ts';

export interface FindOptions {
  /** Matched literally; an empty query has no matches. */
  query: string;
  matchCase: boolean;
  /** Match only where no letter, digit or underscore precedes or follows. */
  wholeWord: boolean;
}

/**
 * Where the query occurs in a text, in UTF-16 offsets. Matches never overlap. Accents are significant; quotation marks, dashes, spaces and
 * letters that keyboards lack match what people type for them.
 */
export function findAll(text: string, options: FindOptions): TextRange[] {
  const pattern = patternOf(options);
  if (!pattern) return [];
  const isMarked = MARK.test(text);
  if (!isMarked && !hasAlike(text)) return rangesOf(text, pattern);
  const { converted, rangeOf } = convertCharacters(text, composedForm, isMarked ? charactersOf(text) : text);
  const found: TextRange[] = [];
  for (const { start, end } of rangesOf(converted, pattern)) {
    const range = rangeOf(start, end);
    if (range.start >= (found.at(-1)?.end ?? 0)) found.push(range);
  }
  return found;
}

/** The maximum length of the text (UTF-16) once every match has been replaced, and the number of matches; in linear time, without building the text. */
export function lengthReplaced(
  text: string,
  options: FindOptions,
  replacement: string,
): { length: number; count: number } {
  const found = findAll(text, options);
  const removed = found.reduce((sum, { start, end }) => sum + end - start, 0);
  return { length: text.length - removed + found.length * replacement.length, count: found.length };
}

/** The text with every match replaced literally, and the number of matches. Double spaces left by a deletion are collapsed. */
export function replaceAll(
  text: string,
  options: FindOptions,
  replacement: string,
): { text: string; count: number } {
  const found = findAll(text, options);
  if (found.length === 0) return { text, count: 0 };
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end } of found) {
    parts.push(text.slice(kept, start), replacement);
    kept = end;
  }
  return { text: oneLine([...parts, text.slice(kept)].join('')), count: found.length };
}

const MARK = /\p{M}/u;
const MARKED = /\P{M}\p{M}*|\p{M}+/gu;

/** The code points of a text, letters together with marks that Unicode writes as one character: é as e and an accent. */
function* charactersOf(text: string): Generator<string> {
  for (const [piece] of text.matchAll(MARKED)) {
    if (piece.length > 1 && toUnicodeForm(piece, 'NFC') !== piece) yield piece;
    else yield* piece;
  }
}

function composedForm(character: string): string {
  if (character.length === 1) return plainCharacter(character);
  return toUnicodeForm(plainForm(character), 'NFC');
}

function rangesOf(text: string, pattern: RegExp): TextRange[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const LETTER = '[\\p{L}\\p{M}\\p{N}_]';

function patternOf({ query, matchCase, wholeWord }: FindOptions): RegExp | null {
  const wanted = composedForm(query);
  if (wanted === '') return null;
  // The v flag rejects a backslash before characters that have no special meaning outside a class, such as '-'.
  const literal = wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const source = wholeWord ? `(?<!${LETTER})${literal}(?!${LETTER})` : literal;
  return new RegExp(source, matchCase ? 'gv' : 'giv');
}
