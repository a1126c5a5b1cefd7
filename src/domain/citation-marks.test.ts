import { describe, expect, it } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import {
  createPreview,
  neutralizeMarks,
  parseCitations,
  withoutCitations,
  writeMark,
} from './citation-marks.ts';

describe('parseCitations', () => {
  it('splits an answer into text and marks', () => {
    expect(
      parseCitations('Yes [citation:1:05]. No [citation:T12:75:00] or [article:A7:"some words"]!'),
    ).toEqual([
      { kind: 'text', text: 'Yes ' },
      { kind: 'moment', seconds: 65, transcriptId: null },
      { kind: 'text', text: '. No ' },
      { kind: 'moment', seconds: 4500, transcriptId: 12 },
      { kind: 'text', text: ' or ' },
      { kind: 'article', articleId: 7, quote: 'some words' },
      { kind: 'text', text: '!' },
    ]);
  });

  it.each([
    '[citation:1:5]',
    '[citation:1:60]',
    '[Citation:1:05]',
    '[citation: 1:05]',
    '[citation:1:05',
    '[article:A7:"abcd"]',
    '',
  ])('treats %j as text', (text) =>
    expect(parseCitations(text).every(({ kind }) => kind === 'text')).toBe(true),
  );

  it('reads back every mark that can be written', () => {
    for (const seconds of [0, 59, 60, 3599, 3600, 359_999]) {
      for (const transcriptId of [null, 1, 9_007_199]) {
        const mark = { kind: 'moment' as const, seconds, transcriptId };
        expect(parseCitations(writeMark(mark))).toEqual([mark]);
      }
    }
  });
});

describe('withoutCitations', () => {
  it('takes the marks out, and keeps the words around them', () =>
    expect(withoutCitations('It costs forty. [citation:0:05] That is all.')).toBe(
      'It costs forty. That is all.',
    ));
});

describe('neutralizeMarks', () => {
  it('leaves brackets and links that are no marks as they are', () => {
    const text = 'An [aside], a [link](https://example.org), AT&T; &amp; [cite]';
    expect(neutralizeMarks(text)).toBe(text);
  });
});

describe('a preview', () => {
  const shown = (text: string, size: number) => {
    const preview = createPreview();
    const parts = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? [];
    return parts.map((part) => preview.push(part)).join('') + preview.end();
  };

  it.each([1, 2, 5, 1000])('never shows a mark that arrives in parts of %i characters', (size) => {
    expect(shown('A [citation:1:05] B [article:A7:"some words"] C [x', size)).not.toMatch(
      /\[(citation|article)/,
    );
    expect(shown('A [note] and [more', size)).toBe('A [note] and [more');
  });

  it('never shows a mark, whatever the text and its parts', () => {
    const random = seededRandom(4);
    const pieces = [
      '[',
      'citation',
      '[citation',
      ':',
      '1:05',
      ']',
      '[citation:1:05]',
      'T12:',
      ' ',
      '&',
      '#91;',
      'words and words ',
    ];
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: random.below(12) }, () => random.pick(pieces)).join('');
      const result = parseCitations(shown(text, 1 + random.below(6)));
      if (result.some(({ kind }) => kind !== 'text')) throw new Error(JSON.stringify(text));
    }
  });
});
