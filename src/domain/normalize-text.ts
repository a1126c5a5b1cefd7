import { plainForm } from './alike-characters.ts';
import { convertCharacters, type TextRange } from './converted-text.ts';
import { toUnicodeForm } from './unicode-form.ts';

// Accents are marks without a script of their own (Script=Inherited), and Hebrew points. The vowel signs of Devanagari
// and Thai are marks too, but readers see them as letters, so they are kept.
const ACCENTS = /[\p{Script=Inherited}[\p{M}&&\p{Script=Hebrew}]]+/gv;
/** Of characters whose normalized forms are kept. */
const MAX_FORMS = 50_000;
const ASCII = /^[\0-\x7f]*$/;

/** Converts a text to the form in which texts are compared: lower case, without accents, with the characters that people type. */
export function normalizeText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return plainForm(toUnicodeForm(text, 'NFD')).replace(ACCENTS, '').toLowerCase().replaceAll('ς', 'σ');
}

/** Where the query occurs in the text, compared in normalized form. Matches never overlap. */
export function findMatches(text: string, query: string): TextRange[] {
  const wanted = normalizeText(query).trim();
  if (wanted === '') return [];
  const { converted, rangeOf } = convertCharacters(text, normalizeCharacter);
  const matches: TextRange[] = [];
  for (let at = converted.indexOf(wanted); at >= 0; at = converted.indexOf(wanted, at + wanted.length)) {
    const range = rangeOf(at, at + wanted.length);
    if (range.start >= (matches.at(-1)?.end ?? 0)) matches.push(range);
  }
  return matches;
}

/** The normalized forms of characters, which repeat: normalizing each anew takes ten times as long. */
const normalizedForms = new Map<string, string>();

function normalizeCharacter(character: string): string {
  const known = normalizedForms.get(character);
  if (known !== undefined) return known;
  const normalized = normalizeText(character);
  // Lone characters of rare scripts must not fill the memory; those of all modern ones fit.
  if (normalizedForms.size < MAX_FORMS) normalizedForms.set(character, normalized);
  return normalized;
}
