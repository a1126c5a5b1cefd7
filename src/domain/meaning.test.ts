import { describe, expect, it } from 'vitest';
import { rankByMeaning } from './meaning.ts';

const passages = [1, 2, 3, 4].map((number) => ({ number, text: '' }));
const words = [
  { number: 2, score: 8, coverage: 0.5 },
  { number: 1, score: 4, coverage: 0.25 },
];
const numbers = (ranked: readonly { number: number }[]) => ranked.map(({ number }) => number);

describe('passages ranked by words and meaning', () => {
  it('stay as they are while nothing is known of their meaning', () => {
    expect(rankByMeaning(words, passages, undefined)).toEqual(words);
    expect(rankByMeaning(words, passages, new Map())).toEqual(words);
  });

  it('come before others if they mean the same, in whatever words', () => {
    const ranked = rankByMeaning(words, passages, new Map([[3, 0.7]]));
    expect(numbers(ranked)).toEqual([3, 2, 1]);
    expect(ranked[0]).toMatchObject({ coverage: 1 });
    expect(ranked[1]).toMatchObject({ score: 1, coverage: 0.5 });
  });

  it('are left out if neither words nor meaning fit', () => {
    expect(
      numbers(
        rankByMeaning(
          words,
          passages,
          new Map([
            [3, 0.1],
            [4, -0.5],
          ]),
        ),
      ),
    ).toEqual([2, 1]);
    expect(rankByMeaning([], passages, new Map([[3, 0.15]]))).toEqual([]);
    expect(
      numbers(
        rankByMeaning(
          [],
          passages,
          new Map([
            [3, 0.4],
            [1, 0.4],
          ]),
        ),
      ),
    ).toEqual([1, 3]);
  });
});
