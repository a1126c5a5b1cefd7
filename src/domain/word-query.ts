import type { AskedWord } from './asked-words.ts';
import type { TextLanguage } from './languages.ts';
import { irregularForms, stem } from './stemming.ts';
import { wordFormsOf } from './word-forms.ts';

/** Too many unrelated words begin with a shorter stem. */
const MIN_PREFIX = 4;
/** In other languages, we do not know the forms of short stems. */
const MIN_FOREIGN_PREFIX = 3;
/** The last letter of a stem may change: 'nationaux' and 'national', 'heureux' and 'heureuse'. Of a long one, it is not needed. */
const LONG_STEM = 6;
const WORD = /^[\p{L}\p{M}\p{N}]+$/u;
const ENDINGS = [
  '',
  's',
  'es',
  'ed',
  'd',
  'ing',
  'er',
  'ers',
  'ly',
  'al',
  'able',
  'ment',
  'ments',
  'ion',
  'ions',
];

/**
 * A query for PostgreSQL's text search that finds the words of a normalized stem among words that are stored unstemmed: by prefix, or for
 * short stems by their forms. Null for a stem without letters or digits.
 */
export function wordQuery(stemmed: string): string | null {
  if (!WORD.test(stemmed)) return null;
  // "ferri" is the stem of "ferry" and "ferries".
  const begin = /^[a-z]+i$/.test(stemmed) ? stemmed.slice(0, -1) : stemmed;
  // PostgreSQL takes the second number of "10-12" for a negative one.
  const others = /^\p{N}+$/u.test(stemmed) ? [`-${stemmed}`] : irregularForms(stemmed);
  const words = begin.length >= MIN_PREFIX ? [`${quote(begin)}:*`] : formsOf(stemmed).map(quote);
  return [...words, ...others.map(quote)].join(' | ');
}

/** The same for a word of a question, in texts of these languages. */
export function wordQueryIn(asked: AskedWord, languages: readonly TextLanguage[]): string | null {
  const { stems } = asked;
  const words = languages.flatMap((language) =>
    language === 'en' ? stems.map(wordQuery) : foreignQueries(asked, language),
  );
  const some = [...new Set(words)].filter((one) => one !== null);
  return some.length === 0 ? null : some.join(' | ');
}

function foreignQueries({ word, stems }: AskedWord, language: TextLanguage): string[] {
  const { othersOf } = wordFormsOf(language);
  const words = stems
    .filter((stemmed) => WORD.test(stemmed))
    .flatMap((stemmed) => {
      const { beginnings, forms } = othersOf(stemmed);
      const begin = stemmed.length < LONG_STEM ? stemmed : stemmed.slice(0, -1);
      const begins = [begin, ...beginnings].map((one) => ({ one, isWhole: one.length < MIN_FOREIGN_PREFIX }));
      return [...begins, ...forms.map((one) => ({ one, isWhole: true }))];
    });
  return [...words, { one: word, isWhole: true }]
    .filter(({ one }) => WORD.test(one))
    .map(({ one, isWhole }) => (isWhole ? quote(one) : `${quote(one)}:*`));
}

function formsOf(stemmed: string): string[] {
  if (!/^[a-z]+$/.test(stemmed)) return [stemmed];
  const y = stemmed.replace(/i$/, 'y');
  const bases = [stemmed, `${stemmed}e`, y, `${stemmed}${stemmed.at(-1)}`];
  const forms = bases.flatMap((base) => ENDINGS.map((ending) => base + ending));
  return [...new Set([stemmed, ...forms, y.replace(/y$/, 'ies')])].filter(
    (form) => stem(form) === stem(stemmed),
  );
}

function quote(word: string): string {
  return `'${word}'`;
}
