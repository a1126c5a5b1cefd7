import { toUnicodeForm } from './unicode-form.ts';

/** A range of a text in UTF-16 offsets, end exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

// Accents are marks without a script of their own (Script=Inherited), and Hebrew points. The vowel signs of Devanagari
// and Thai are marks too, but readers see them as letters, so they are kept.
const ACCENTS = /[\p{Script=Inherited}[\p{M}&&\p{Script=Hebrew}]]+/gv;
/** Of characters whose normalized forms are kept. */
const MAX_FORMS = 50_000;
const ASCII = /^[\0-\x7f]*$/;

/** Converts a text to the form in which texts are compared: lower case, without accents. */
export function normalizeText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return toUnicodeForm(text, 'NFD').replace(ACCENTS, '').toLowerCase().replaceAll('ς', 'σ');
}

/** Where the query occurs in the text, ignoring case and accents. Matches never overlap. */
export function findMatches(text: string, query: string): TextRange[] {
  const wanted = normalizeText(query.trim());
  if (wanted === '') return [];
  const { normalized, origin } = normalizeWithOrigin(text);
  const matches: TextRange[] = [];
  for (let at = normalized.indexOf(wanted); at >= 0; at = normalized.indexOf(wanted, at + wanted.length)) {
    const start = origin[at] ?? 0;
    const end = endOfMatch(text, origin, at + wanted.length);
    const previous = matches.at(-1);
    if (!previous || start >= previous.end) matches.push({ start, end });
  }
  return matches;
}

/** The normalized text, and the offset in the original text for each of its characters. */
function normalizeWithOrigin(text: string): { normalized: string; origin: number[] } {
  const origin: number[] = [];
  let normalized = '';
  let offset = 0;
  for (const character of text) {
    const plain = normalizeCharacter(character);
    for (let index = 0; index < plain.length; index += 1) origin.push(offset);
    normalized += plain;
    offset += character.length;
  }
  return { normalized, origin };
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

/** The end, in the original text, of a match that ends before `at` in the normalized text; accents after the last letter belong to it. */
function endOfMatch(text: string, origin: readonly number[], at: number): number {
  const last = origin[at - 1] ?? 0;
  const next = origin[at] ?? text.length;
  if (next > last) return next;
  // The match ends inside one character of the text (a Hangul syllable): take the whole character.
  let after = at;
  while (origin[after] === last) after += 1;
  return origin[after] ?? text.length;
}
