import { expect, it } from 'vitest';
import { stem } from './stemming.ts';
import { wordQuery, wordQueryIn } from './word-query.ts';

/** Whether the database would find a word by the query. */
function finds(query: string | null, word: string): boolean {
  return (query ?? '').split(' | ').some((part) => {
    const [, begin = '', isPrefix] = /^'(.+)'(:\*)?$/.exec(part) ?? [];
    return isPrefix ? word.startsWith(begin) : word === begin;
  });
}

it.each([
  ['ferry', 'ferries'],
  ['decide', 'decided'],
  ['plan', 'planning'],
  ['buy', 'bought'],
  ['ice', 'ice'],
  ['bee', 'bees'],
  ['run', 'running'],
  ['see', 'seen'],
  ['bus', 'bus'],
  ['мост', 'мосты'],
  ['2027', '2027'],
  ['12', '-12'],
])('finds words with the stem of %j: %j', (asked, said) => {
  expect(finds(wordQuery(stem(asked)), said)).toBe(true);
});

it('does not find every word that begins with a short one', () => {
  expect(finds(wordQuery(stem('ice')), 'iceland')).toBe(false);
  expect(finds(wordQuery(stem('bee')), 'beech')).toBe(false);
});

it('makes no query from text without words', () => {
  for (const hostile of ["a' | 'b", ':*', '!', '', 'a\\b', "x'"]) expect(wordQuery(hostile)).toBeNull();
});

it('makes one query for several languages, and none from text without words', () => {
  const query = wordQueryIn({ word: 'brucken', stems: ['brucken', 'bruck'] }, ['en', 'de']);
  for (const said of ['brucke', 'brucken', 'bruckenbau']) expect(finds(query, said), said).toBe(true);
  expect(finds(query, 'brust')).toBe(false);
  expect(finds(wordQueryIn({ word: 'ei', stems: ['ei'] }, ['de']), 'eimer')).toBe(false);
  for (const hostile of ["a' | 'b", ':*', '!', '', 'a\\b', "x'"])
    expect(wordQueryIn({ word: hostile, stems: [hostile] }, ['de', 'fr', null]), hostile).toBeNull();
});
