import { describe, expect, it } from 'vitest';
import { askedWords } from './asked-words.ts';
import { normalizeText } from './normalize-text.ts';

describe('askedWords', () => {
  it('drops small words and words of asking, by the language of the question', () => {
    expect(askedWords('What did they say about the Brücke?', ['de'])).toEqual({
      language: 'en',
      words: [{ word: 'brucke', stems: ['bruck'] }],
      tells: true,
    });
    expect(askedWords('Was wurde über die Brücke gesagt?', ['en', 'de'])).toMatchObject({ language: 'de' });
  });

  it('stems a word as a word of each language that is searched', () => {
    const [{ stems } = { stems: [] }] = askedWords('What about decisions?', ['en', 'fr']).words;
    expect(stems).toEqual(expect.arrayContaining(['decis']));
    expect(stems.length).toBeGreaterThan(1);
  });

  it('keeps the words of a question that has nothing else', () => {
    expect(askedWords('Who said what?', ['en'])).toMatchObject({ tells: false });
    expect(askedWords('Who said what?', ['en']).words.length).toBeGreaterThan(0);
    expect(askedWords('?!', ['en'])).toMatchObject({ words: [], tells: false });
  });

  it.each([
    ['zh', '桥梁要花多少钱？', ['桥梁', '要花']],
    ['zh', '桥多长？', ['桥', '长']],
    ['ja', 'なぜトンネルは却下されたのですか？', ['トン', 'ンネ', 'ネル', '却下']],
    ['ko', '터널을 왜 거부했습니까?', ['터널', '널을', '거부', '부했', '했습', '습니', '니까']],
  ] as const)('asks in pieces in %s: %s', (language, question, pieces) => {
    expect(askedWords(question, [language]).words.map(({ word }) => word)).toEqual(pieces.map(normalizeText));
  });
});
