import { expect, it } from 'vitest';
import { doubtedWords } from './doubted-words.ts';

it('finds the words of little confidence, not those that were written or confirmed', () =>
  expect(
    doubtedWords({
      text: 'the cat the bat',
      words: [
        ['the', 1, 2, 0.4],
        ['cat', 2, 3, null],
        ['the', 3, 4, 0.1],
        ['bat', 4, 5, 1],
      ],
    }),
  ).toEqual([
    { start: 0, end: 3, index: 0, text: 'the', seconds: 1 },
    { start: 8, end: 11, index: 2, text: 'the', seconds: 3 },
  ]));

it('finds them in Chinese and Arabic, and none in an empty segment', () => {
  expect(
    doubtedWords({
      text: '我们今天讨论',
      words: [
        ['我们', 0, 1, 0.9],
        ['今天', 1, 2, 0.2],
        ['讨论', 2, 3, 0.9],
      ],
    }),
  ).toMatchObject([{ start: 2, end: 4 }]);
  expect(doubtedWords({ text: 'مرحبا بكم', words: [['بكم', 1, 2, 0.3]] })).toMatchObject([
    { start: 6, end: 9 },
  ]);
  expect(doubtedWords({ text: '', words: [] })).toEqual([]);
});

it('leaves out a word that is no longer in the text', () =>
  expect(doubtedWords({ text: 'a cat', words: [['dog', 0, 1, 0.1]] })).toEqual([]));
