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
    ['‘a’ “b” „c‟ «d» ‹e› 5′ 6″ Hawaiʻi', `'a' "b" "c" "d" 'e' 5' 6" hawai'i`],
    ['a\u2010b\u2011c\u2012d–e—f−3', 'a-b-c-d-e-f-3'],
    ['a\u00a0b\u2009c\u3000d\u202fe', 'a b c d e'],
    ['so\u00adft \u200bzero\ufeff wi\u2060dth', 'soft zero width'],
    [
      'Straße STRAẞE Ærø Œuvre Łódź Đặng Þór Ísafjörður ısı',
      'strasse strasse aero oeuvre lodz dang thor isafjordur isi',
    ],
    ['ﬁne oﬀ ﬂow oﬃce ﬆop Ǆ', 'fine off flow office stop dz'],
    ['ＡＢＣ１２！ ｶﾞｷﾞ', 'abc12! カキ'],
    ['ガギ', 'カキ'],
  ])('writes %s in the form in which texts are compared and searched', (text, normalized) =>
    expect(normalizeText(text)).toBe(normalized),
  );

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

  it('finds no match that overlaps another', () =>
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

  it.each([
    ['die Straße hier', 'strass', 'Straß'],
    ['die Straße hier', 'as', 'aß'],
    ['die Straße hier', 'se', 'ße'],
    ['a ﬁne day', 'f', 'ﬁ'],
    ['a ﬁne day', 'in', 'ﬁn'],
    ['un so\u00adft one', 'soft', 'so\u00adft'],
    ['Cœur', 'oeu', 'œu'],
    ['she said “go”', '"go"', '“go”'],
    ['ab\u200bcd', 'bc', 'b\u200bc'],
  ])('finds in %j by %j whole characters: %j', (text, query, match) =>
    expect(found(text, query)).toEqual([match]),
  );

  it('never takes an apostrophe for nothing', () =>
    expect(findMatches('a shell on the beach', 'she’ll')).toEqual([]));

  it('takes a time that grows with the text where each character becomes several', () => {
    const prepare = (length: number) => {
      const text = 'ß…ﬃ\u00ad'.repeat(length / 4);
      return () => findMatches(text, 's.');
    };
    expect(prepare(8)()).toHaveLength(2);
    expect(growthOf(prepare, 256_000)).toSatisfy(isAboutLinear);
  });

  it('finds nothing for a blank query', () => expect(findMatches('text', '  ')).toEqual([]));
});
