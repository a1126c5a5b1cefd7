import { describe, expect, it } from 'vitest';
import { divideArticle } from './article-passages.ts';
import { normalizeText } from './normalize-text.ts';

const sentence = (index: number) =>
  `Sentence number ${index} says what ${index} others did not say before it. `;
const paragraph = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => sentence(from + index))
    .join('')
    .trim();

/** Expects everything but white space to be in exactly one passage, in order. */
function expectWhole(content: string) {
  const passages = divideArticle(content);
  let end = 0;
  for (const passage of passages) {
    expect(content.slice(end, passage.start).trim()).toBe('');
    expect(passage.end).toBeGreaterThan(passage.start);
    expect(passage.normalized).toBe(normalizeText(content.slice(passage.start, passage.end)));
    expect(content.slice(passage.start, passage.end)).toBe(content.slice(passage.start, passage.end).trim());
    expect(content.slice(passage.start, passage.end).isWellFormed()).toBe(true);
    end = passage.end;
  }
  expect(content.slice(end).trim()).toBe('');
  return passages.map(({ start, end: to }) => content.slice(start, to));
}

describe('divideArticle', () => {
  it('makes passages of whole sentences that are neither short nor long', () => {
    const content = Array.from({ length: 40 }, (_, index) => paragraph(index * 10, 1 + (index % 7))).join(
      '\n\n',
    );
    const texts = expectWhole(content);
    expect(texts.length).toBeGreaterThan(10);
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(1000);
      expect(text.length).toBeGreaterThanOrEqual(400);
      expect(text).toMatch(/^Sentence.*it\.$/s);
    }
  });

  it('keeps a heading with what follows it', () => {
    const texts = expectWhole([paragraph(0, 8), 'The Heading', paragraph(20, 8)].join('\n\n'));
    expect(texts.map((text) => text.slice(0, 11))).toEqual(['Sentence nu', 'The Heading']);
  });

  it('cuts an endless sentence between words', () => {
    for (const text of expectWhole('many words and no stop '.repeat(300))) {
      expect(text.length).toBeLessThanOrEqual(1000);
      expect(` ${text} `.replaceAll(/ (many|words|and|no|stop)(?= )/g, '')).toBe(' ');
    }
  });

  it.each([
    ['letters without spaces', 'x'.repeat(5000)],
    ['characters in two halves', '😀'.repeat(1500)],
    ['the same at odd places', `a${'😀'.repeat(1500)}`],
    ['letters with marks', 'क्षि'.repeat(800)],
    ['Chinese', '我们今天讨论了很多问题'.repeat(300)],
  ])('divides %s', (_, content) => {
    for (const text of expectWhole(content)) {
      expect(text.length).toBeLessThanOrEqual(1000);
      expect(text).not.toMatch(/^\p{M}/u);
    }
  });

  it('joins a short end to the passage before it', () => {
    const texts = expectWhole([paragraph(0, 7), 'The end.'].join('\n\n'));
    expect(texts).toHaveLength(1);
    expect(divideArticle('')).toEqual([]);
    expect(expectWhole('Short.')).toEqual(['Short.']);
  });
});
