import { describe, expect, it } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { retimeWords } from './retime.ts';

const words = ['The', 'quick', 'brown', 'fox.'].map((text, index) => ({
  text,
  startMs: index * 1000,
  endMs: index * 1000 + 800,
  confidence: 0.9,
}));
const span = { startMs: 0, endMs: 4000 };
const retimed = (text: string) =>
  retimeWords(words, text, span).map((word) => [word.text, word.startMs, word.endMs, word.confidence]);

describe('words after an edit by hand', () => {
  it('keep their times when only case and punctuation change', () =>
    expect(retimed('the quick, brown Fox!')).toEqual([
      ['the', 0, 800, 0.9],
      ['quick,', 1000, 1800, 0.9],
      ['brown', 2000, 2800, 0.9],
      ['Fox!', 3000, 3800, 0.9],
    ]));

  it('take the times of the words they replace, one for one', () =>
    expect(retimed('The slow red fox.')).toEqual([
      ['The', 0, 800, 0.9],
      ['slow', 1000, 1800, null],
      ['red', 2000, 2800, null],
      ['fox.', 3000, 3800, 0.9],
    ]));

  it('share the time of the words they replace by length', () =>
    expect(retimed('The one three fox.').slice(1, 3)).toEqual([
      ['one', 1000, 1800, null],
      ['three', 2000, 2800, null],
    ]));

  it('share the time of several words by length if their number changes', () =>
    expect(retimed('The brown-quickly fox.').slice(1, 2)).toEqual([['brown-quickly', 1000, 2800, null]]));

  it('fit into the gap if they are inserted', () =>
    expect(retimed('The quick and brown fox.')[2]).toEqual(['and', 1800, 2000, null]));

  it('extend to the start and end of the segment', () => {
    expect(retimed('Well The quick brown fox.')[0]).toEqual(['Well', 0, 0, null]);
    expect(retimed('The quick brown fox. Jumps')[4]).toEqual(['Jumps', 3800, 4000, null]);
  });

  it('are gone if the text is deleted', () => expect(retimed('')).toEqual([]));
});

it('keep times in order and inside the segment, whatever is typed', () => {
  const random = seededRandom(1);
  const pool = ['The', 'quick', 'brown', 'fox.', 'x', 'and', '東京', 'fox'];
  for (let round = 0; round < 500; round += 1) {
    const text = Array.from({ length: random.below(9) }, () => random.pick(pool)).join(' ');
    const timed = retimeWords(words, text, span);
    expect(timed.map((word) => word.text).join('')).toBe(text.replaceAll(' ', ''));
    const times = timed.flatMap(({ startMs, endMs }) => [startMs, endMs]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.every((time) => time >= 0 && time <= 4000)).toBe(true);
  }
});
