import { APOSTROPHE, NOTHING } from './alike-characters.ts';
import { normalizeText } from './normalize-text.ts';
import { piecesOfUnspaced, WRITTEN_WITHOUT_SPACES } from './tokens.ts';

/** A word of a text in the form in which it is compared, and its range (UTF-16 offsets, end exclusive). */
export interface Term {
  word: string;
  start: number;
  end: number;
}

const LETTERS = (of: string) => `[${of}]+(?:${NOTHING}+[${of}]+)*`;
const WORD = new RegExp(`${LETTERS('\\p{L}\\p{M}\\p{N}')}(?:${APOSTROPHE}${LETTERS('\\p{L}\\p{M}')})*`, 'gu');

/** Splits a text in any language into words without case, accents and apostrophes. Scripts without spaces are split with a dictionary. */
export function splitTerms(text: string): Term[] {
  return collect(text, piecesOfUnspaced);
}

/** Like `splitTerms`, but splits scripts without spaces by character, so that the same characters compare as equal in any context. */
export function splitForComparison(text: string): Term[] {
  return collect(text, (run) =>
    Array.from(run.matchAll(/[\p{L}\p{N}]\p{M}*/gu), ({ 0: part, index }) => ({ part, index })),
  );
}

interface Part {
  part: string;
  index: number;
}

function collect(text: string, divide: (run: string) => Iterable<Part>): Term[] {
  const terms: Term[] = [];
  for (const { 0: run, index } of text.matchAll(WORD)) {
    if (!WRITTEN_WITHOUT_SPACES.test(run)) {
      terms.push({ word: comparable(run), start: index, end: index + run.length });
      continue;
    }
    for (const { part, index: at } of divide(run)) {
      const word = comparable(part);
      if (word !== '') terms.push({ word, start: index + at, end: index + at + part.length });
    }
  }
  return terms;
}

function comparable(word: string): string {
  return normalizeText(word).replaceAll("'", '');
}
