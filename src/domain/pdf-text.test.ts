import { describe, expect, it } from 'vitest';
import { joinPages, type PdfLine, titleOf } from './pdf-text.ts';

/** A page whose lines are 14 points apart; an empty line leaves a gap. */
function page(lines: readonly (string | Partial<PdfLine>)[]): PdfLine[] {
  return lines.flatMap((line, index) => {
    const given = typeof line === 'string' ? { text: line } : line;
    const text = given.text ?? '';
    return text === ''
      ? []
      : { left: 72, right: 72 + 6 * text.length, size: 11, y: 750 - 14 * index, ...given, text };
  });
}
const full = (text: string): Partial<PdfLine> => ({ text, right: 520 });

describe('joinPages', () => {
  it('joins lines into paragraphs and hyphenated parts into words', () => {
    const paragraphs = joinPages([
      page([
        full('This is the first para-'),
        full('graph of a well-known text, which is well-'),
        'known to all.',
        full('A second one comes after a line that ends early and goes'),
        full('on with A–'),
        'B and C.',
        '',
        full('After a gap another one'),
        'ends.',
      ]),
    ]);
    expect(paragraphs).toEqual([
      'This is the first paragraph of a well-known text, which is well-known to all.',
      'A second one comes after a line that ends early and goes on with A–B and C.',
      'After a gap another one ends.',
    ]);
  });

  it('recognizes headings by size, list items by their bullet, and paragraphs by their indent', () => {
    const paragraphs = joinPages([
      page([
        { text: 'A heading', size: 18 },
        full('Text that follows it and ends with a stop at the end.'),
        { ...full('Indented text that begins another one.'), left: 90 },
        full('It goes on.'),
        '• first item',
        'goes on',
        '• second item',
        '1. numbered',
      ]),
    ]);
    expect(paragraphs).toEqual([
      'A heading',
      'Text that follows it and ends with a stop at the end.',
      'Indented text that begins another one. It goes on.',
      '• first item goes on',
      '• second item',
      '1. numbered',
    ]);
  });

  it('continues a paragraph on the next page, and drops lines at the edges of most pages', () => {
    const pages = Array.from({ length: 6 }, (_, index) =>
      page([
        index % 2 === 0 ? 'The Journal of Depth' : 'A. Author and B. Author',
        '',
        full(`Sentence ${index} begins here, and it goes on`),
        full('to the end of this page and'),
        '',
        `Page ${index + 1} of 6`,
      ]),
    );
    pages.push(page(['The Journal of Depth', '', full('never ends.'), '', 'Page 7 of 7']));
    const text = joinPages(pages).join('\n\n');
    expect(text).not.toMatch(/Journal|Author|Page/);
    expect(text).toContain('to the end of this page and never ends.');
  });

  it('keeps lines that are on few pages or not at the edge', () => {
    const paragraphs = joinPages([page(['Same', '', 'One.']), page(['Same', '', 'Two.'])]);
    expect(paragraphs).toEqual(['Same', 'One.', 'Same', 'Two.']);
  });

  it('joins lines in scripts without spaces without a space', () => {
    expect(joinPages([page([full('今天我们在会议上讨论'), full('了很多重要的问题。')])])).toEqual([
      '今天我们在会议上讨论了很多重要的问题。',
    ]);
  });

  it('gives nothing for an empty document, and leaves empty pages out', () => {
    expect(joinPages([])).toEqual([]);
    expect(joinPages([[], page(['x']), []])).toEqual(['x']);
  });
});

describe('titleOf', () => {
  it('takes the text in the largest letters at the top of the first page, and the line below', () => {
    const first = page([
      'Preprint 2024',
      { text: 'On the Depth', size: 20 },
      { text: 'of Things', size: 20 },
      'By Ann Author',
      ...Array.from({ length: 20 }, () => full('Text and text and text.')),
    ]);
    expect(titleOf([first])).toEqual({ title: 'On the Depth of Things', next: 'By Ann Author' });
  });

  it('does not guess if all letters are the same size', () => {
    expect(titleOf([page(['One', 'Two', 'Three'])])).toBeNull();
    expect(titleOf([])).toBeNull();
    expect(titleOf([page([{ text: '7', size: 40 }, 'One', 'Two', 'Three'])])).toBeNull();
  });
});
