import { expect, it } from 'vitest';
import { createPhraseFinder } from './phrases.ts';

const placesOf = (words: string, phrase: string) => {
  const list = words.split(' ');
  const isAt = createPhraseFinder(list)(phrase.split(' '));
  return list.flatMap((_, at) => (isAt(at) ? [at] : []));
};

it.each([
  ['the old mill and the old mill', 'the old', [0, 4]],
  ['la la la la', 'la la', [0, 1, 2]],
  ['la la la', 'la la la la', []],
  ['one two three', 'two four', []],
  ['one two three', 'three', [2]],
])('finds in "%s" the phrase "%s" at %j', (words, phrase, places) =>
  expect(placesOf(words, phrase)).toEqual(places),
);

it('finds no empty phrase', () => expect(createPhraseFinder(['one'])([])(0)).toBe(false));
