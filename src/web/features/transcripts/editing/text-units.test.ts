import { expect, it } from 'vitest';
import { changeEnd, sentenceAt, withoutMarks, wordAt } from './text-units.ts';

const TEXT = 'She doesn’t know. Do you, Ann?';
const cut = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end);

it.each([
  [0, 'She'],
  [1, 'She'],
  [3, 'She'],
  [6, 'doesn’t'],
  [16, 'know'],
  [TEXT.length, '?'],
])('takes the word at %d: %j', (offset, word) => {
  expect(cut(TEXT, wordAt(TEXT, offset))).toBe(word);
});

it.each([
  [0, 'She doesn’t know.'],
  [10, 'She doesn’t know.'],
  [20, 'Do you, Ann?'],
  [TEXT.length, 'Do you, Ann?'],
])('takes the sentence at %d: %j', (offset, sentence) => {
  expect(cut(TEXT, sentenceAt(TEXT, offset))).toBe(sentence);
});

it('takes words of Japanese, and nothing of an empty text', () => {
  const text = '今日は天気がいい。';
  expect(cut(text, wordAt(text, 4))).toBe('天気');
  expect(wordAt('', 0)).toMatchObject({ start: 0, end: 0 });
  expect(sentenceAt('', 0)).toEqual({ start: 0, end: 0 });
});

it.each([
  ['one two', 'one two', null],
  ['one two', 'one three two', 9],
  ['one three two', 'one two', 3],
  ['', 'one', 3],
  ['one', '', 0],
  ['aa', 'aaa', 3],
  ['One.', 'One. Two.', 9],
  ['今日は', '今日も天気', 5],
])('finds the end of what changed from %j to %j: %j', (before, after, end) => {
  expect(changeEnd(before, after)).toBe(end);
});

it('reads only what stands near in the longest text', () => {
  const text = '語'.repeat(20_000);
  const { start, end } = wordAt(text, 10_000);
  expect(start).toBeLessThanOrEqual(10_000);
  expect(end).toBeGreaterThan(10_000);
});

it.each([
  ['(calling).', 'calling'],
  ['“It’s', 'It’s'],
  ['well-known,', 'well-known'],
  ['—', '—'],
  ['天気。', '天気'],
])('leaves the punctuation around %j', (word, inner) => {
  const text = `a ${word} b`;
  expect(cut(text, withoutMarks(text, { start: 2, end: 2 + word.length }))).toBe(inner);
});
