import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { defaultModelsDir } from '#speech/local/models.ts';
import { readOriginal } from '#tests/support/sentence-original.ts';
import { sentencePaths } from './model-files.ts';
import { readTokenizer } from './tokenizer.ts';

const original = readOriginal();
const tokenizer = readTokenizer(await readFile(sentencePaths(defaultModelsDir()).pieces, 'utf8'));

it('cuts every text as the original does', () => {
  expect(original.tokens.length).toBeGreaterThan(120);
  for (const [text, tokens] of original.tokens)
    expect([text, tokenizer.tokens(text)]).toEqual([text, tokens]);
});

it('gives the pieces of a text back', () => {
  const tokens = tokenizer.tokens('The museum is open.');
  expect(tokens.map((token) => tokenizer.piece(token)).join('')).toBe('▁The▁museum▁is▁open.');
});

it.each([
  ['a letter', 'a'],
  ['Korean', '한'],
  ['emoji', '😀'],
  ['colons, of which pieces have no score', ':'],
])('takes 300,000 characters of %s', (_, character) => {
  const tokens = tokenizer.tokens(character.repeat(300_000));
  expect(tokens.length).toBeGreaterThan(0);
});

it.each(['', '[', '{}', '[["a", "b"]]', '[["a"]]'])('refuses the vocabulary %j', (json) => {
  expect(() => readTokenizer(json)).toThrow();
});
