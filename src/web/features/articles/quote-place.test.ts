import { describe, expect, it } from 'vitest';
import { findPlace } from './quote-place.ts';

const CONTENT =
  'The mill was old.\n\nIt had stood by “the river” since 1843,\nand nobody   had run it for years. Partly the art of it was lost.\n\nDie Mühle stand still.';
const found = (quote: string) => {
  const place = findPlace(CONTENT, quote);
  return place && [CONTENT.slice(place.start, place.end), place.isWhole];
};

describe('a cited passage', () => {
  it.each([
    ['as it is', 'The mill was old.', 'The mill was old.'],
    ['in other case', 'THE MILL WAS old', 'The mill was old'],
    ['with other marks', 'by "the river" since 1843', 'by “the river” since 1843'],
    ['over a line and many spaces', '1843, and nobody had run', '1843,\nand nobody   had run'],
    ['over two paragraphs', 'was old. It had stood', 'was old.\n\nIt had stood'],
    ['in another language', 'die mühle STAND', 'Die Mühle stand'],
  ])('is found %s', (_, quote, words) => expect(found(quote)).toEqual([words, true]));

  it('is found by its first three words where the rest reads differently', () =>
    expect(found('It had stood in the desert, and camels drank there')).toEqual(['It had stood', false]));

  it.each(['Nothing of this is there', 'he art', '', '…', '“ ”'])('%j is not there', (quote) =>
    expect(found(quote)).toBeNull(),
  );

  it('is found in a long article', () => {
    const long = `${'All work and no play makes a dull day. '.repeat(50_000)}Here it IS, at last.`;
    expect(findPlace(long, 'here it is at last')?.isWhole).toBe(true);
  });
});
