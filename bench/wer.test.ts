import { describe, expect, it } from 'vitest';
import { countWordErrors, matchWords, normalizeWords, wordErrorRate } from './wer.ts';

describe('normalizeWords', () => {
  it('does not count spelling as an error', () => {
    expect(normalizeWords("Okay, I'm 5 \u2014 don't! It\u2019s um fine.")).toEqual(
      normalizeWords('ok I am five do not it is fine'),
    );
    expect(normalizeWords("the dog's 'bone'")).toEqual(['the', "dog's", 'bone']);
  });
});

describe('countWordErrors', () => {
  it('counts substitutions, deletions and insertions', () => {
    expect(countWordErrors('the cat sat', 'the cat sat')).toEqual({ errors: 0, words: 3 });
    expect(countWordErrors('the cat sat', 'a cat sat down')).toEqual({ errors: 2, words: 3 });
    expect(countWordErrors('the cat sat', '')).toEqual({ errors: 3, words: 3 });
    expect(countWordErrors('', 'hello')).toEqual({ errors: 1, words: 0 });
  });

  it('adds up to a rate over all texts', () => {
    expect(
      wordErrorRate([
        { errors: 1, words: 2 },
        { errors: 0, words: 8 },
      ]),
    ).toBe(0.1);
    expect(wordErrorRate([])).toBe(0);
  });
});

it('matches the words that both texts have, in order', () => {
  expect(matchWords(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'c', 'd'])).toEqual([
    [0, 0],
    [2, 3],
    [3, 4],
  ]);
  expect(matchWords(['a'], [])).toEqual([]);
});
