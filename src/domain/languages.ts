import { isUnspaced, languageName, mainSubtag } from '#contract/languages.ts';

/** The languages for which the search, the summary and the chat without a key have words of their own (domain/lexicon). */
export type KnownLanguage =
  | 'en'
  | 'de'
  | 'fr'
  | 'es'
  | 'it'
  | 'pt'
  | 'nl'
  | 'sv'
  | 'ru'
  | 'zh'
  | 'ja'
  | 'ko'
  | 'ar';

/** The language by whose words a text is searched and summarized; null if we know none of its words. */
export type TextLanguage = KnownLanguage | null;

// With the tags of languages whose words are the same, or nearly.
const KNOWN: Readonly<Record<KnownLanguage, readonly string[]>> = {
  en: [],
  de: ['gsw', 'nds'],
  fr: [],
  es: [],
  it: [],
  pt: [],
  nl: ['vls'],
  sv: [],
  ru: [],
  zh: ['cmn', 'yue', 'wuu', 'nan', 'hak'],
  ja: [],
  ko: [],
  ar: ['arb', 'arz', 'apc', 'ary', 'acm', 'ajp'],
};
// The table's keys are the known languages.
export const KNOWN_LANGUAGES = Object.keys(KNOWN) as readonly KnownLanguage[];
const BY_TAG = new Map(
  KNOWN_LANGUAGES.flatMap((language) =>
    [language, ...KNOWN[language]].map((tag): [string, KnownLanguage] => [tag, language]),
  ),
);
/** The tags for "not told", "several" and "none". */
const UNTOLD: ReadonlySet<string> = new Set(['und', 'mul', 'zxx', 'mis']);

/** Whether a BCP 47 tag says nothing about the language. */
export function isUntold(tag: string | null | undefined): boolean {
  return !tag || UNTOLD.has(mainSubtag(tag));
}

/**
 * The `lang` of an element whose text has this tag, by which browsers choose glyphs and screen readers a voice; undefined if it is the
 * page's own (English) or not known.
 */
export function langAttribute(tag: string | null): string | undefined {
  return tag === null || isUntold(tag) || mainSubtag(tag) === 'en' ? undefined : tag;
}

/** The language of a BCP 47 tag ('pt-BR'), if we have words of it; else null. */
export function languageOf(tag: string | null | undefined): TextLanguage {
  return BY_TAG.get(mainSubtag(tag ?? '')) ?? null;
}

/** Whether a text with this tag may be one that is searched by pieces of its words (see `splitForSearch`). */
export function mayBeInPieces(tag: string | null): boolean {
  return tag === null || isUntold(tag) || isUnspaced(tag) || languageOf(tag) === 'ko';
}

/** One sentence that says which languages are read by the frequency of their words alone, by their tags; empty if there are none. */
export function unknownLanguagesNote(tags: readonly (string | null | undefined)[]): string {
  if (tags.length === 0) return '';
  const names = tags.map((tag) => (tag && languageName(tag) !== tag ? languageName(tag) : 'this language'));
  const all = new Intl.ListFormat('en').format(new Set(names));
  return `I do not know the words of ${all}, so I go only by how often they occur, and find them only as they are written.`;
}
