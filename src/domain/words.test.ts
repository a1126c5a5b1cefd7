import { describe, expect, it } from 'vitest';
import { endTimeAtOffset, rangeAtTime, timeAtOffset, type WordedText, wordRanges } from './words.ts';

const segment: WordedText = {
  text: 'the cat, the end',
  start: 10,
  end: 14,
  words: [
    ['the', 10, 10.5, 0.9],
    ['cat,', 11, 11.5, 0.9],
    ['the', 12, 12.5, 0.9],
    ['end', 13, 13.5, 0.9],
  ],
};

describe('wordRanges', () => {
  it('finds each word once, in order', () =>
    expect(wordRanges(segment)).toEqual([
      { start: 0, end: 3 },
      { start: 4, end: 8 },
      { start: 9, end: 12 },
      { start: 13, end: 16 },
    ]));

  it('continues after a word that is not in the text', () =>
    expect(
      wordRanges({
        text: 'one three',
        words: ['one', 'two', 'three'].map((text) => [text, 0, 0, null]),
      }),
    ).toEqual([{ start: 0, end: 3 }, null, { start: 4, end: 9 }]));
});

describe('timeAtOffset', () => {
  it.each([
    [0, 10],
    [5, 11],
    [8, 11],
    [9, 12],
    [99, 13],
  ])('says that offset %s is said at %s s', (offset, seconds) =>
    expect(timeAtOffset(segment, offset)).toBe(seconds),
  );

  it('estimates by length without words', () => expect(timeAtOffset({ ...segment, words: [] }, 8)).toBe(12));
});

describe('rangeAtTime', () => {
  it('keeps a word active until the next one begins', () =>
    expect(rangeAtTime(segment, 11.9)).toEqual({ start: 4, end: 8 }));
  it('is null before the first word', () => expect(rangeAtTime(segment, 9)).toBeNull());
});

describe('endTimeAtOffset', () => {
  it.each([
    [3, 10.5],
    [4, 10.5],
    [8, 11.5],
    [16, 13.5],
  ])('before offset %d is the end of its last word, %d s', (offset, seconds) =>
    expect(endTimeAtOffset(segment, offset)).toBe(seconds),
  );

  it('guesses by length without words', () => expect(endTimeAtOffset({ ...segment, words: [] }, 8)).toBe(12));
});
