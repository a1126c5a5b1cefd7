import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stopwords as arabicWords } from '@orama/stopwords/arabic';
import { stopwords as dutchWords } from '@orama/stopwords/dutch';
import { stopwords as frenchWords } from '@orama/stopwords/french';
import { stopwords as germanWords } from '@orama/stopwords/german';
import { stopwords as italianWords } from '@orama/stopwords/italian';
import { stopwords as japaneseWords } from '@orama/stopwords/japanese';
import { stopwords as chineseWords } from '@orama/stopwords/mandarin';
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese';
import { stopwords as russianWords } from '@orama/stopwords/russian';
import { stopwords as spanishWords } from '@orama/stopwords/spanish';
import { stopwords as swedishWords } from '@orama/stopwords/swedish';
import type { KnownLanguage } from '../languages.ts';

interface Words {
  /** The stem of a word in lower case, composed (NFC), with its accents. Unchanged in languages whose words have no endings. */
  stem(word: string): string;
  /** The words that say nothing about the subject, as they are usually written. */
  stopWords: readonly string[];
}

const AS_WRITTEN = (word: string) => word;

/** What the libraries know of a language (decision 083). The only file that imports them; the browser loads none of this. */
export const LIBRARY: Readonly<Record<Exclude<KnownLanguage, 'en'>, Words>> = {
  de: { stem: german, stopWords: germanWords },
  fr: { stem: french, stopWords: frenchWords },
  es: { stem: spanish, stopWords: spanishWords },
  it: { stem: italian, stopWords: italianWords },
  pt: { stem: portuguese, stopWords: portugueseWords },
  nl: { stem: dutch, stopWords: dutchWords },
  sv: { stem: swedish, stopWords: swedishWords },
  ru: { stem: russian, stopWords: russianWords },
  zh: { stem: AS_WRITTEN, stopWords: chineseWords },
  ja: { stem: AS_WRITTEN, stopWords: japaneseWords },
  ko: { stem: AS_WRITTEN, stopWords: [] },
  ar: { stem: arabic, stopWords: arabicWords },
};
