import { irregularForms, stem } from './stemming.ts';

/** Too many unrelated words begin with a shorter stem. */
const MIN_PREFIX = 4;
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
  if (!/^[\p{L}\p{M}\p{N}]+$/u.test(stemmed)) return null;
  // "ferri" is the stem of "ferry" and "ferries".
  const begin = /^[a-z]+i$/.test(stemmed) ? stemmed.slice(0, -1) : stemmed;
  // PostgreSQL takes the second number of "10-12" for a negative one.
  const others = /^\p{N}+$/u.test(stemmed) ? [`-${stemmed}`] : irregularForms(stemmed);
  const words = begin.length >= MIN_PREFIX ? [`${quote(begin)}:*`] : formsOf(stemmed).map(quote);
  return [...words, ...others.map(quote)].join(' | ');
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
