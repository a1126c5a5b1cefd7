import { describe, expect, it } from 'vitest';
import { chooseWindows, scorePlaces, type WordPlaces } from './found-places.ts';

const word = (bySource: Record<string, number[]>, worth = 1): WordPlaces => ({
  worth,
  worthOfSource: 0,
  bySource: new Map(Object.entries(bySource)),
});
const scale = () => ({ perPassage: 2, size: 1, worth: 0 });
const around = () => ({ before: 4, after: 4, cost: 1 });

describe('scorePlaces', () => {
  it('ranks places where different words meet first, and counts a repeated word once', () => {
    const found = scorePlaces([word({ t1: [10, 300], t2: [5, 6, 7] }), word({ t1: [12] })], scale);
    expect(found[0]).toMatchObject({ source: 't1' });
    expect(found.slice(0, 2).map(({ at }) => at)).toEqual(expect.arrayContaining([10, 12]));
    expect(found.find(({ source }) => source === 't2')?.score).toBe(2);
  });

  it('gives more weight to rare words, and to sources that say a word often, but not because they are long', () => {
    const rare = scorePlaces([word({ t1: [1] }, 5), word({ t2: [1] }, 1)], scale);
    expect(rare[0]?.source).toBe('t1');
    const often = { ...word({ t1: [1], t2: [1, 100, 200, 300] }), worthOfSource: 1 };
    expect(scorePlaces([often], scale)[0]?.source).toBe('t2');
    const long = (source: string) => ({ ...scale(), size: source === 't2' ? 20 : 0.5 });
    expect(scorePlaces([often], long)[0]?.source).toBe('t1');
    expect(scorePlaces([], scale)).toEqual([]);
  });
});

describe('chooseWindows', () => {
  const places = (...at: number[]) => at.map((each) => ({ source: 't1', at: each, score: 1 }));

  it('reads around the best places, and joins windows that touch but never across a gap', () => {
    expect(chooseWindows(places(50, 57, 100), around, 100)).toEqual([
      { source: 't1', from: 46, to: 61 },
      { source: 't1', from: 96, to: 104 },
    ]);
  });

  it('stops when the budget is spent, and spends nothing on places that are read already', () => {
    expect(chooseWindows(places(50, 51, 52, 300, 500), around, 18)).toHaveLength(2);
    expect(chooseWindows(places(50), around, 0)).toEqual([]);
  });
});
