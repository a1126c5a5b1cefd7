import { APOSTROPHE } from './alike-characters.ts';
import type { KnownLanguage, TextLanguage } from './languages.ts';
import { LEXICONS } from './lexicon/lexicons.ts';
import { LIBRARY } from './lexicon/library.ts';
import { perLanguage } from './per-language.ts';
import { stem as stemEnglish } from './stemming.ts';
import { isStopWord } from './stop-words.ts';
import { comparable, isInPieces, splitForSearch } from './terms.ts';

/** How the words of a language are compared. */
export interface WordForms {
  /** The stem of a word as it is written, normalized; the same for its frequent forms, and never shown. */
  stem(written: string): string;
  /** Whether a word, as `splitTerms` gives it, says nothing about the subject. */
  isStopWord(word: string): boolean;
  /** What words of this stem may begin with if not with the stem, and forms that have nothing else in common with it; all normalized. */
  othersOf(stemmed: string): { beginnings: readonly string[]; forms: readonly string[] };
}

/** What we know of the words of a language. Without a language, every word is its own stem, and none is a stop word. */
export const wordFormsOf = perLanguage((language: TextLanguage): WordForms => {
  if (language === null) return AS_WRITTEN;
  return language === 'en' ? ENGLISH : makeForms(language);
});

/** The stems of the words of a list. */
export function stemsOf(list: string, language: TextLanguage): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(wordFormsOf(language).stem));
}

/** The stems of the words of a text, and its pieces in scripts that are searched in pieces, in their order. */
export function stemsInText(text: string, language: TextLanguage): string[] {
  const { stem } = wordFormsOf(language);
  return splitForSearch(text, language).map(({ word, start, end }) =>
    isInPieces(word) ? word : stem(text.slice(start, end)),
  );
}

const NO_OTHERS = { beginnings: [], forms: [] };
const AS_WRITTEN: WordForms = {
  stem: comparable,
  isStopWord: () => false,
  othersOf: () => NO_OTHERS,
};
const ENGLISH: WordForms = {
  stem: (written) => stemEnglish(comparable(written)),
  isStopWord,
  othersOf: () => NO_OTHERS,
};

function makeForms(language: Exclude<KnownLanguage, 'en'>): WordForms {
  const { spokenStopWords, subjects = '' } = LEXICONS[language];
  const named = new Set(wordsOf(subjects));
  const known = wordsOf([...LIBRARY[language].stopWords, spokenStopWords].join(' '));
  const stops = new Set(known.filter((word) => !named.has(word)));
  // A question asks every language for its small words, but few for their stems.
  let made: Stemmer | undefined;
  const stemmer = () => {
    made ??= makeStemmer(language);
    return made;
  };
  return {
    stem: (written) => stemmer().stem(written),
    isStopWord: (word) => stops.has(word),
    othersOf: (stemmed) => ({
      beginnings: beginningsOf(stemmed, language),
      forms: stemmer().formsOf(stemmed),
    }),
  };
}

/** The words of a list, as `splitTerms` gives them. */
function wordsOf(list: string): string[] {
  return list.trim().split(/\s+/).map(comparable);
}

interface Stemmer {
  stem(written: string): string;
  /** The irregular forms of a stem. */
  formsOf(stemmed: string): readonly string[];
}

function makeStemmer(language: Exclude<KnownLanguage, 'en'>): Stemmer {
  const irregular = new Map(
    (LEXICONS[language].irregular ?? []).flatMap((line) => {
      const [base = '', ...forms] = line.trim().split(/\s+/);
      return forms.map((form): [string, string] => [comparable(form), base]);
    }),
  );
  const stemOf = stemmerOf(language);
  const stem = (written: string) => stemOf(irregular.get(comparable(written)) ?? written);
  const byStem = Map.groupBy(irregular.keys(), stem);
  return { stem, formsOf: (stemmed) => byStem.get(stemmed) ?? [] };
}

/** No word is longer; a text without spaces must not be stemmed as one. */
const LONGEST_WORD = 60;
const APOSTROPHES = new RegExp(APOSTROPHE, 'gu');
function stemmerOf(language: Exclude<KnownLanguage, 'en'>): (written: string) => string {
  const { stem } = LIBRARY[language];
  const { before, after } = OWN_RULES[language] ?? {};
  return (written) => {
    if (written.length > LONGEST_WORD) return comparable(written);
    const word = written.normalize('NFC').toLowerCase().replaceAll(APOSTROPHES, '');
    if (!/^[\p{L}\p{M}]+$/u.test(word)) return comparable(written);
    const stemmed = comparable(stem(replaceAll(word, before)));
    return replaceAll(stemmed, after).replace(DOUBLED_END, '$1');
  };
}

/** 'Brug' and 'bruggen', 'buss' and 'bus'. */
const DOUBLED_END = /(?<=..)([bcdfgklmnprst])\1$/;

type Rules = readonly (readonly [RegExp, string])[];

/** Frequent forms of which the library makes different stems: what to replace in a word before it works, and in the stem after. */
const OWN_RULES: Partial<Record<KnownLanguage, { before?: Rules; after?: Rules }>> = {
  // 'Er sagt' and 'gesagt' for 'sagen'.
  de: {
    after: [
      [/^ge(?=...+t$)/, ''],
      [/(?<=..[^aeiou])t$/, ''],
    ],
  },
  // 'Animais', 'papéis', 'lençóis' and 'homens'.
  pt: {
    before: [
      [/(?<=..)ais$/, 'al'],
      [/(?<=..)éis$/, 'el'],
      [/(?<=..)óis$/, 'ol'],
      [/(?<=..)ns$/, 'm'],
    ],
  },
  // Dutch spells a sound by its place: 'huis' and 'huizen', 'brief' and 'brieven'.
  nl: {
    after: [
      [/v$/, 'f'],
      [/z$/, 's'],
    ],
  },
  // 'And' before the article.
  ar: { before: [[/^و(?=ال)/, '']] },
  // The particles that grow together with a noun; the library knows no Korean.
  ko: {
    before: [
      [/(?<=..)(?:에서는|에서|에게|으로는|으로|부터|까지|은|는|이|가|을|를|의|에|로|와|과|도|만|들)$/, ''],
    ],
  },
};

function replaceAll(word: string, rules: Rules = []): string {
  return rules.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), word);
}

/** What stands before Arabic words: the article, 'and', 'with' and 'for'. */
const ARABIC_BEGINNINGS = ['ال', 'وال', 'بال', 'لل', 'و', 'ب', 'ل'];

function beginningsOf(stemmed: string, language: Exclude<KnownLanguage, 'en'>): string[] {
  if (language === 'ar') return ARABIC_BEGINNINGS.map((before) => before + stemmed);
  if (language === 'de') return [`ge${stemmed}`];
  if (language === 'pt') return stemmed.endsWith('l') ? [stemmed.replace(/l$/, 'i')] : [];
  if (language !== 'nl') return [];
  const written = stemmed.replace(/f$/, 'v').replace(/s$/, 'z');
  return [written, stemmed.replace(/([aeou])([^aeiou])$/, '$1$1$2'), `ge${stemmed}`].filter(
    (one) => one !== stemmed,
  );
}
