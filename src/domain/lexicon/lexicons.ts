import type { KnownLanguage } from '../languages.ts';
import { ARABIC } from './arabic.ts';
import { CHINESE } from './chinese.ts';
import { DUTCH } from './dutch.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import { JAPANESE } from './japanese.ts';
import { KOREAN } from './korean.ts';
import type { LexiconData } from './lexicon-data.ts';
import { PORTUGUESE } from './portuguese.ts';
import { RUSSIAN } from './russian.ts';
import { SPANISH } from './spanish.ts';
import { SWEDISH } from './swedish.ts';

/** English, whose words came first, has them beside the code that uses them: stemming.ts, stop-words.ts, related-words.ts, retrieval.ts, ai/extractive. */
export const LEXICONS: Readonly<Record<Exclude<KnownLanguage, 'en'>, LexiconData>> = {
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  nl: DUTCH,
  sv: SWEDISH,
  ru: RUSSIAN,
  zh: CHINESE,
  ja: JAPANESE,
  ko: KOREAN,
  ar: ARABIC,
};
