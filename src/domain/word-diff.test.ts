import { expect, it } from 'vitest';
import { diffWords } from './word-diff.ts';

const told = (before: string, after: string) =>
  diffWords(before, after).map(
    ({ kind, text }) => `${kind === 'same' ? '' : kind === 'added' ? '+' : '-'}${text}`,
  );

it.each([
  ['the cat sat', 'the dog sat', ['the ', '-cat ', '+dog ', 'sat']],
  ['same', 'same', ['same']],
  ['', 'new words', ['+new words']],
  ['gone', '', ['-gone']],
  ['a b c', 'a c', ['a ', '-b ', 'c']],
  ['東京です', '大阪です', ['-東京', '+大阪', 'です']],
])('from %j to %j', (before, after, pieces) => expect(told(before, after)).toEqual(pieces));

it('gives back both texts, whatever they are', () => {
  const words = ['a', 'b', 'c', 'd,', '東京'];
  for (let round = 0; round < 300; round += 1) {
    const random = () =>
      Array.from({ length: Math.floor(Math.random() * 9) }, () => words[Math.floor(Math.random() * 5)]).join(
        ' ',
      );
    const [before, after] = [random(), random()];
    const pieces = diffWords(before, after);
    const join = (dropped: string) =>
      pieces
        .filter(({ kind }) => kind !== dropped)
        .map(({ text }) => text)
        .join('');
    expect(join('removed')).toBe(after);
    expect(join('added').replace(/\s+/g, '')).toBe(before.replace(/\s+/g, ''));
  }
});

it('answers for very long texts too', () => {
  const before = Array.from({ length: 9000 }, (_, index) => `w${index}`).join(' ');
  const after = before.replaceAll('7', '8');
  expect(diffWords(before, after).length).toBeGreaterThan(1);
});
