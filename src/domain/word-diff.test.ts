import { expect, it } from 'vitest';
import { seededRandom } from '#tests/support/random.ts';
import { diffWords } from './word-diff.ts';

const differences = (before: string, after: string) =>
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
])('names the words that went and those that came, from %j to %j', (before, after, pieces) =>
  expect(differences(before, after)).toEqual(pieces),
);

it('contains both texts, whatever they are', () => {
  const random = seededRandom(1);
  const words = ['a', 'b', 'c', 'd,', '東京'];
  for (let round = 0; round < 300; round += 1) {
    const text = () => Array.from({ length: random.below(9) }, () => random.pick(words)).join(' ');
    const [before, after] = [text(), text()];
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

it('compares two texts of 9,000 words', () => {
  const before = Array.from({ length: 9000 }, (_, index) => `w${index}`).join(' ');
  const after = before.replaceAll('7', '8');
  expect(diffWords(before, after).length).toBeGreaterThan(1);
});
