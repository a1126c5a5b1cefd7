import { APOSTROPHE, NOTHING } from './alike-characters.ts';
import type { TextLanguage } from './languages.ts';
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

// French and Italian join small words to the next one: "l'eau", "qu'il", "dell'acqua".
const ELIDED = new RegExp(
  `^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|un|all|dell|nell|sull|dall|quell|quest|anch|com|tutt)(?=${APOSTROPHE}\\p{L}{2})`,
  'iu',
);

/** Splits a text in any language into words without case, accents and apostrophes. Scripts without spaces are split with a dictionary. */
export function splitTerms(text: string, language: TextLanguage = 'en'): Term[] {
  return collect(text, { divide: piecesOfUnspaced, joinsWords: joinsWords(language) });
}

/** Like `splitTerms`, but splits scripts without spaces by character, so that the same characters compare as equal in any context. */
export function splitForComparison(text: string): Term[] {
  return collect(text, { divide: charactersOf, joinsWords: false });
}

// Scripts without spaces, and Korean, whose words grow together with the particles after them. The long sign of Japanese belongs to no script.
const IN_PIECES = new RegExp(`(?:${WRITTEN_WITHOUT_SPACES.source}|[\\p{Script=Hangul}ー])`, 'u');
const STRETCH = new RegExp(`(?:${IN_PIECES.source}\\p{M}*)+|(?:(?!${IN_PIECES.source}).)+`, 'gu');
const HAN = /\p{Script=Han}/u;

/** Whether a word is compared by its pieces (see `splitForSearch`). */
export function isInPieces(word: string): boolean {
  return IN_PIECES.test(word);
}

/**
 * Splits a text into what a search looks for: words, and in scripts without spaces (and in Korean) every two characters that stand side by
 * side. What is asked is then found in any context, wherever a dictionary would cut. A Chinese character is also found alone.
 */
export function splitForSearch(text: string, language: TextLanguage = 'en'): Term[] {
  const terms: Term[] = [];
  for (const { 0: run, index } of text.matchAll(WORD)) {
    if (!IN_PIECES.test(run)) {
      addWord(terms, { run, start: index }, joinsWords(language));
      continue;
    }
    for (const { 0: stretch, index: at } of run.matchAll(STRETCH)) {
      if (IN_PIECES.test(stretch)) addPairs(terms, stretch, index + at);
      else addWhole(terms, stretch, index + at);
    }
  }
  return terms;
}

/** Adds the characters of a stretch, each with its marks, in twos; Chinese ones, and one that stands alone, also by themselves. */
function addPairs(terms: Term[], stretch: string, from: number): void {
  const characters = charactersOf(stretch).map(({ part, index }) => ({
    word: comparable(part),
    start: from + index,
    end: from + index + part.length,
  }));
  for (const [at, character] of characters.entries()) {
    const next = characters[at + 1];
    if (characters.length === 1 || HAN.test(character.word)) terms.push(character);
    if (next) terms.push({ word: character.word + next.word, start: character.start, end: next.end });
  }
}

interface Part {
  part: string;
  index: number;
}

interface Splitting {
  divide: (run: string) => Iterable<Part>;
  /** Whether small words are joined to the next one by an apostrophe. */
  joinsWords: boolean;
}

function joinsWords(language: TextLanguage): boolean {
  return language === 'fr' || language === 'it';
}

function collect(text: string, { divide, joinsWords }: Splitting): Term[] {
  const terms: Term[] = [];
  for (const { 0: run, index } of text.matchAll(WORD)) {
    if (!WRITTEN_WITHOUT_SPACES.test(run)) {
      addWord(terms, { run, start: index }, joinsWords);
      continue;
    }
    for (const { part, index: at } of divide(run)) {
      // A dictionary gives what is between words as well.
      if (comparable(part) !== '') addWhole(terms, part, index + at);
    }
  }
  return terms;
}

/** Adds a word, and before it the small word that is joined to it. */
function addWord(terms: Term[], { run, start }: { run: string; start: number }, joinsWords: boolean): void {
  const joined = joinsWords ? (ELIDED.exec(run)?.[0].length ?? 0) : 0;
  if (joined > 0) addWhole(terms, run.slice(0, joined), start);
  const from = joined > 0 ? joined + 1 : 0;
  addWhole(terms, run.slice(from), start + from);
}

function addWhole(terms: Term[], run: string, start: number): void {
  terms.push({ word: comparable(run), start, end: start + run.length });
}

/** The characters of a run, each with its marks. */
function charactersOf(run: string): Part[] {
  return Array.from(run.matchAll(/[\p{L}\p{N}]\p{M}*/gu), ({ 0: part, index }) => ({ part, index }));
}

/** A word in the form in which words are compared: without case, accents and apostrophes. */
export function comparable(written: string): string {
  return normalizeText(written).replaceAll("'", '');
}
