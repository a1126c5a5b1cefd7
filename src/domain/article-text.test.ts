import { describe, expect, it } from 'vitest';
import { beginningOf, cleanLine, cleanParagraph, makeArticleText } from './article-text.ts';

describe('cleanLine', () => {
  it.each([
    ['white space of every kind', ' a\u00a0b\t\n c\u2003d\u2028e ', 'a b c d e'],
    ['letters in two parts', 'Cafe\u0301', 'Café'],
    ['marks that nobody sees', 'in\u00advis\u200bi\u2060ble\ufeff \u202eleft\u202c', 'invisible left'],
    ['control characters', 'a\u0000b\u0007c\u001bd\u009fe', 'abcde'],
    ['half a character', 'a\ud83d b', 'a\ufffd b'],
    ['texts in tags and selectors', `Hi${String.fromCodePoint(0xe0048, 0xe0069, 0xe0101)}!`, 'Hi!'],
    ['joiners at the edge of words', 'a\u200d b\u200c. \u200dc', 'a b. c'],
  ])('takes out %s', (_, text, clean) => expect(cleanLine(text)).toBe(clean));

  it.each(['می\u200cخواهم', 'क्\u200dष', '👩\u200d👩\u200d👧', '❤\ufe0f\u200d🔥', '中文，日本語', '🇩🇪 1️⃣'])(
    'keeps what belongs to writing: %s',
    (text) => expect(cleanLine(text)).toBe(text),
  );
});

it('keeps the lines of a poem and drops empty ones', () => {
  expect(cleanParagraph(' one \r\n\u200b\n  two\u2028three')).toBe('one\ntwo\nthree');
});

describe('makeArticleText', () => {
  it('separates paragraphs with a blank line, and counts words of any language', () => {
    const text = makeArticleText(['Heading', ' ', 'It’s here, isn’t it?', '我们今天开会'], 1000);
    expect(text?.content).toBe('Heading\n\nIt’s here, isn’t it?\n\n我们今天开会');
    expect(text?.wordCount).toBeGreaterThanOrEqual(7);
    const normalized = "heading\n\nit's here, isn't it?\n\n我们今天开会";
    expect(text?.passages).toEqual([{ start: 0, end: 37, normalized }]);
  });

  it('accepts exactly the maximum length', () => {
    expect(makeArticleText(['abc', 'def'], 8)?.content).toHaveLength(8);
    expect(makeArticleText(['abc', 'def'], 7)).toBeNull();
    expect(makeArticleText([], 7)).toEqual({ content: '', wordCount: 0, passages: [] });
  });
});

it('cuts a beginning between words, and never inside a character', () => {
  expect(beginningOf('One two\n\nthree', 100)).toBe('One two three');
  expect(beginningOf('One two three four', 12)).toBe('One two…');
  expect(beginningOf('😀'.repeat(20), 10)).toBe(`${'😀'.repeat(4)}…`);
});
