import { isUntold, KNOWN_LANGUAGES, type KnownLanguage, languageOf, type TextLanguage } from './languages.ts';
import { splitTerms } from './terms.ts';
import { wordFormsOf } from './word-forms.ts';

/** The letters that tell the language, or which languages it can be. */
const BY_LETTERS: readonly [RegExp, TextLanguage][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/[پچژگکیہےں]/gu, null],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/[ґєіїўћђјљњџқғәөң]/giu, null],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [
    /[\p{L}--[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]]/gv,
    null,
  ],
];
/** Latin letters that none of the languages has which we know: Danish, Polish, Czech, Hungarian, Romanian, Turkish, Vietnamese and others do. */
const FOREIGN_LATIN = /[æøőűğşıłńśźżćęąčřšžťďňěůāēģīķļņūėįųđơưășț\u1ea0-\u1ef9]/giu;
const FOREIGN_SHARE = 0.008;
/** So many are a name or two. */
const FOREIGN_LETTERS = 2;
const LATIN: readonly KnownLanguage[] = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv'];
/** What is read of a text: more says no more. */
const WORDS_READ = 150;
const CHARACTERS_READ = 1200;
/** A text of some length with a smaller share of words like 'the' is in a language whose words we do not know. */
const LEAST_SHARE = 0.15;
const ENOUGH_WORDS = 40;
/** A script that makes up less than this share of a text is only quoted in it. */
const SCRIPT_SHARE = 0.2;

/** The language of a text by its tag, or by the text itself if the tag does not say. */
export function textLanguage(tag: string | null | undefined, text: string): TextLanguage {
  return isUntold(tag) ? guessLanguage(text) : languageOf(tag);
}

/** The language of a text by its letters and small words. English if they do not say. */
export function guessLanguage(text: string): TextLanguage {
  const read = text.slice(0, CHARACTERS_READ).normalize('NFC');
  const letters = read.match(/\p{L}/gu)?.length ?? 0;
  for (const [pattern, language] of BY_LETTERS) {
    if ((read.match(pattern)?.length ?? 0) > letters * SCRIPT_SHARE * (language === null ? 0.1 : 1))
      return language;
  }
  if ((read.match(FOREIGN_LATIN)?.length ?? 0) > Math.max(FOREIGN_LETTERS, letters * FOREIGN_SHARE))
    return null;
  // Single letters are words of many languages.
  const words = splitTerms(read)
    .slice(0, WORDS_READ)
    .map(({ word }) => word)
    .filter((word) => word.length > 1);
  const { language, hits } = mostSmallWords(words, LATIN);
  // Without any small word, a text says nothing.
  const isUnknown = hits > 0 && words.length >= ENOUGH_WORDS && hits < words.length * LEAST_SHARE;
  return isUnknown ? null : language;
}

/**
 * The language of a question, which may differ from those of the texts that are asked: the one to which most of its small words belong.
 * If several have as many, the first of `preferred`, then English. A single small word is too little for another one ("die", "war").
 */
export function questionLanguage(question: string, preferred: readonly TextLanguage[]): TextLanguage {
  const own = preferred.filter((one) => one !== null);
  // A question in another language finds nothing in an English text but names, and "die" is an English word, too.
  if (own.length === preferred.length && own.every((one) => one === 'en')) return 'en';
  const words = splitTerms(question).map(({ word }) => word);
  const { language, hits } = mostSmallWords(words, [...new Set([...own, ...KNOWN_LANGUAGES])]);
  const isTold = hits > 1 || (hits === 1 && (own.includes(language) || !LATIN.includes(language)));
  return isTold ? language : (preferred[0] ?? 'en');
}

function mostSmallWords(
  words: readonly string[],
  languages: readonly KnownLanguage[],
): { language: KnownLanguage; hits: number } {
  return languages
    .map((language) => ({ language, hits: words.filter(wordFormsOf(language).isStopWord).length }))
    .reduce((best, each) => (each.hits > best.hits ? each : best));
}
