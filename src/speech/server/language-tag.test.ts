import { expect, it } from 'vitest';
import { languageTagOf } from './language-tag.ts';

it.each([
  ['english', 'en'],
  ['German', 'de'],
  ['de', 'de'],
  ['pt_BR', 'pt-BR'],
  ['haitian creole', 'ht'],
  ['cantonese', 'yue'],
  ['jw', 'jv'],
  ['norwegian', 'no'],
  ['auto', null],
  ['unknown', null],
  ['', null],
  [null, null],
])('reads the language %j as %j', (said, tag) => {
  expect(languageTagOf(said)).toBe(tag);
});
