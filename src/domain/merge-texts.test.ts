import { describe, expect, it } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { mergeTexts, movedOffset, unionOfTexts } from './merge-texts.ts';
import { retimeWords } from './retime.ts';

const BASE = 'We talked about the plan for the spring.';

describe('a text that two people changed', () => {
  it.each([
    ['Well, We talked about the plan for the spring.', `${BASE} And the budget.`],
    ['We talked about the plan for the summer.', 'We spoke about the plan for the spring.'],
    ['We talked about the new plan for the spring.', 'We talked about the plan for the spring!'],
    ['We talked the plan for the spring.', 'We talked about the plan for early spring.'],
  ])('has both changes if they are at different places: %s + %s', (mine, theirs) => {
    const merged = mergeTexts(BASE, mine, theirs);
    expect(merged.isClean).toBe(true);
    expect(mergeTexts(BASE, theirs, mine)).toEqual(merged);
    const changed = (text: string) => text.split(' ').filter((word) => !BASE.split(' ').includes(word));
    for (const word of [...changed(mine), ...changed(theirs)]) expect(merged.text).toContain(word);
    expect(merged.text).not.toMatch(/ {2}/);
  });

  it('has both changes if they are side by side', () =>
    expect(mergeTexts('a b c d', 'a X c d', 'a b Y d')).toEqual({ text: 'a X Y d', isClean: true }));

  it('has a change that both made once', () => {
    expect(mergeTexts(BASE, `${BASE} Yes.`, `${BASE} Yes.`)).toEqual({ text: `${BASE} Yes.`, isClean: true });
    expect(mergeTexts('a b c d', 'a c X', 'a c d')).toEqual({ text: 'a c X', isClean: true });
  });

  it('is left for people to decide if both changed the same place, and loses nothing', () => {
    expect(mergeTexts(BASE, `${BASE} Mine.`, `${BASE} Theirs.`)).toEqual({
      text: `${BASE} Theirs. Mine.`,
      isClean: false,
    });
    expect(mergeTexts('a b c', 'a X c', 'a Y c')).toEqual({ text: 'a Y X c', isClean: false });
    expect(mergeTexts('a b c', 'a c', 'a b2 c')).toEqual({ text: 'a b2 c', isClean: false });
  });

  it('keeps spaces where they were, and adds none in scripts without spaces', () => {
    expect(mergeTexts('a b c', 'a b', 'a b X c')).toEqual({ text: 'a b X', isClean: true });
    expect(mergeTexts('東京は雨', '東京は雨だ', '今日東京は雨')).toEqual({
      text: '今日東京は雨だ',
      isClean: true,
    });
  });

  it('has the words of both if the base is not known', () => {
    expect(unionOfTexts('a b X c', 'a Y b c d')).toBe('a Y b X c d');
    expect(unionOfTexts('', 'a')).toBe('a');
  });
});

it('has the changes of both sides, whatever is changed where', () => {
  const random = seededRandom(7);
  const pool = ['the', 'plan', 'for', 'spring.', 'Who', 'will', 'write', 'été', 'the'];
  const textFrom = (words: readonly string[]) => words.filter((word) => word !== '').join(' ');
  for (let round = 0; round < 1000; round += 1) {
    // All words of the base differ, so that each can be traced.
    const base = Array.from({ length: random.below(12) }, (_, index) => `${random.pick(pool)}${index}`);
    const sides: { words: string[]; added: string[]; gone: string[] }[] = ['m', 't'].map((side) => {
      const added: string[] = [];
      const gone: string[] = [];
      const words = base.flatMap((word, index) => {
        if (random.chance(0.75)) return [word];
        const fresh = `${side}${index}`;
        if (random.chance(0.5)) {
          added.push(fresh);
          return [word, fresh];
        }
        gone.push(word);
        if (random.chance(0.5)) return [];
        added.push(fresh);
        return [fresh];
      });
      return { words, added, gone };
    });
    const [mine, theirs] = sides;
    if (!mine || !theirs) throw new Error('There are two sides.');
    const [b, m, t] = [textFrom(base), textFrom(mine.words), textFrom(theirs.words)];
    expect(mergeTexts(b, m, b)).toEqual({ text: m, isClean: true });
    expect(mergeTexts(b, b, t)).toEqual({ text: t, isClean: true });
    expect(mergeTexts(b, m, m)).toEqual({ text: m, isClean: true });
    const merged = mergeTexts(b, m, t);
    const words = merged.text.split(' ');
    for (const word of [...mine.added, ...theirs.added]) expect(words).toContain(word);
    for (const word of base) {
      const isKept = !mine.gone.includes(word) && !theirs.gone.includes(word);
      if (isKept) expect(words.filter((each) => each === word)).toEqual([word]);
      else if (merged.isClean) expect(words).not.toContain(word);
    }
    if (merged.isClean) {
      expect(mergeTexts(b, t, m)).toEqual(merged);
      expectOrder(words, mine.words);
      expectOrder(words, theirs.words);
    }
    for (const word of [...mine.words, ...theirs.words])
      expect(unionOfTexts(m, t).split(' ')).toContain(word);
  }
});

/** Expects the words that both lists have to be in the same order. */
function expectOrder(words: readonly string[], side: readonly string[]): void {
  const common = words.filter((word) => side.includes(word));
  expect(common).toEqual(side.filter((word) => words.includes(word)));
}

it('keeps the times of unchanged words', () => {
  const words = BASE.split(' ').map((text, index) => ({
    text,
    startMs: index * 300,
    endMs: index * 300 + 250,
    confidence: 0.9,
  }));
  const { text } = mergeTexts(BASE, `Well, ${BASE}`, BASE.replace('spring', 'summer'));
  const kept = retimeWords(words, text, { startMs: 0, endMs: 3000 }).filter(
    ({ confidence }) => confidence !== null,
  );
  expect(kept).toEqual(words.slice(0, -1));
});

describe('a caret in a text that changes', () => {
  const at = (before: string, after: string) => {
    const offset = before.indexOf('|');
    const moved = movedOffset(before.replace('|', ''), after, offset);
    return `${after.slice(0, moved)}|${after.slice(moved)}`;
  };

  it.each([
    ['one two|', 'zero one two', 'zero one two|'],
    ['one tw|o', 'zero one two three', 'zero one tw|o three'],
    ['|one two', 'zero one two', '|zero one two'],
    ['one two|', 'one two three', 'one two| three'],
    ['one t|wo three', 'one three', 'one |three'],
    ['one two thr|ee', '', '|'],
  ])('keeps its place among the words when %s becomes %s', (before, after, expected) =>
    expect(at(before, after)).toBe(expected),
  );
});
