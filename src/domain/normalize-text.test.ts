import { describe, expect, it } from 'vitest';
import { growthOf, isAboutLinear } from '#tests/support/growth.ts';
import { findMatches, normalizeText } from './normalize-text.ts';

const found = (text: string, query: string) =>
  findMatches(text, query).map(({ start, end }) => text.slice(start, end));

describe('normalizeText', () => {
  it.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['שָׁלוֹם', 'שלום'],
    ['plain ASCII', 'plain ascii'],
  ])('normalizes %s', (text, normalized) => expect(normalizeText(text)).toBe(normalized));

  it.each(['\u0301\u0316', '\u094d\u093c'])(
    'takes a time that grows with the text when it is full of the marks %j, which are not in order',
    (marks) => {
      const prepare = (length: number) => {
        const text = `a${marks.repeat(length / 2)}`;
        return () => normalizeText(text);
      };
      expect(growthOf(prepare, 256_000)).toSatisfy(isAboutLinear);
    },
  );

  it('keeps vowel signs, which readers see as letters', () =>
    expect(normalizeText('की')).not.toBe(normalizeText('का')));
});

describe('findMatches', () => {
  it('ignores case and accents, and gives offsets in the original text', () =>
    expect(found('Un café, deux CAFE, trois cafe\u0301s', 'Café')).toEqual(['café', 'CAFE', 'cafe\u0301']));

  it('takes special characters literally', () => {
    expect(found('Is it a.b? It is a.b (really)', 'a.b?')).toEqual(['a.b?']);
    expect(found('C++ and c+++', 'c++')).toEqual(['C++', 'c++']);
    expect(found('anything', '.*')).toEqual([]);
  });

  it('never overlaps', () =>
    expect(findMatches('aaaa', 'aa')).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 4 },
    ]));

  it('extends a match to whole characters', () => expect(found('각각', '가')).toEqual(['각', '각']));

  it('keeps offsets right after emoji', () => expect(found('👩‍🚀 Über uns', 'uber')).toEqual(['Über']));

  it('extends a match to a syllable and the accents after it', () =>
    expect(found('각\u0301 나', '가')).toEqual(['각\u0301']));

  it('takes a time that grows with the text when each match ends inside a syllable', () => {
    const prepare = (length: number) => {
      const text = '각'.repeat(length);
      return () => findMatches(text, '가');
    };
    expect(prepare(50)()).toHaveLength(50);
    expect(growthOf(prepare, 256_000)).toSatisfy(isAboutLinear);
  });

  it('finds nothing for a blank query', () => expect(findMatches('text', '  ')).toEqual([]));
});
