import { expect, it } from 'vitest';
import { countWords, piecesOfUnspaced, tokensOf } from './tokens.ts';

it('counts words as whoever recognized them, but by a dictionary where there are no spaces', () => {
  expect(countWords('One two three', 3)).toBe(3);
  expect(countWords('今天天气很好。', 1)).toBe(3);
  expect(countWords('今天天气很好。', 7)).toBe(3);
});

it.each([
  ['今日は島への新しい橋について話します', 1000],
  ['他说🌉在岛上', 2000],
  ['a', 9000],
])('cuts no word of a long text where it reads on: %j', (sentence, times) => {
  const text = sentence.repeat(times);
  const pieces = piecesOfUnspaced(text);
  expect(pieces.map(({ part }) => part).join('')).toBe(text);
  for (const { part, index } of pieces) expect(text.startsWith(part, index)).toBe(true);
  expect(new Set(tokensOf(`${sentence}。`.repeat(times))).size).toBe(
    new Set(tokensOf(`${sentence}。${sentence}。`)).size,
  );
  expect(pieces.every(({ part }) => part.isWellFormed())).toBe(true);
});
