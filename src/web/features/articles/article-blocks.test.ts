import { describe, expect, it } from 'vitest';
import { blocksToMark, cutArticle } from './article-blocks.ts';

const CONTENT = 'One two.\n\nThree\nfour five.\n \n\nSix.';
const cut = (mark: { start: number; end: number } | null) =>
  cutArticle(CONTENT, mark).flatMap(({ paragraphs }) =>
    paragraphs.map(({ before, marked, after }) => [before, marked, after]),
  );

describe('an article', () => {
  it('is cut at blank lines', () =>
    expect(cut(null)).toEqual([
      ['One two.', '', ''],
      ['Three\nfour five.', '', ''],
      ['Six.', '', ''],
    ]));

  it('has a stretch of a paragraph marked', () =>
    expect(cut({ start: 16, end: 20 })[1]).toEqual(['Three\n', 'four', ' five.']));

  it('has a stretch marked that goes over paragraphs', () =>
    expect(cut({ start: 4, end: 15 })).toEqual([
      ['One ', 'two.', ''],
      ['', 'Three', '\nfour five.'],
      ['', '', 'Six.'],
    ]));

  it('loses no word of a long text, and knows how much of it leads to the mark', () => {
    const content = Array.from({ length: 1000 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
    const start = content.indexOf('Paragraph 500.');
    const blocks = cutArticle(content, { start, end: start + 9 });
    const texts = blocks.flatMap(({ paragraphs }) =>
      paragraphs.map(({ before, marked, after }) => before + marked + after),
    );
    expect(texts.join('\n\n')).toBe(content);
    expect(blocksToMark(blocks)).toBe(26);
    expect(blocksToMark(cutArticle(content, null))).toBe(0);
  });

  it('may be empty', () => expect(cutArticle(' \n\n ', null)).toEqual([]));
});
