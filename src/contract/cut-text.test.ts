import { expect, it } from 'vitest';
import { cutText, cutTextBefore } from './cut-text.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const FLAG = '🇰🇷';

it.each([
  ['short', 10, 'short', 'short'],
  ['abcdef', 3, 'abc', 'def'],
  [`ab${FAMILY}`, 4, 'ab', ''],
  [`${FAMILY}ab`, 4, '', 'ab'],
  [`ab${FLAG}cd`, 4, 'ab', 'cd'],
  [`ab${FLAG}cd`, 6, `ab${FLAG}`, `${FLAG}cd`],
  ['한국어', 2, '한국', '국어'],
  // Conjoining letters: each syllable has three.
  ['각각'.normalize('NFD'), 4, '각'.normalize('NFD'), '각'.normalize('NFD')],
  ['e\u0301e\u0301', 3, 'e\u0301', 'e\u0301'],
  ['a\r\nb', 2, 'a', 'b'],
])('cuts %j to %i in whole graphemes', (text, max, beginning, end) => {
  if (beginning !== '') expect(cutText(text, max)).toBe(beginning);
  if (end !== '') expect(cutTextBefore(text, max)).toBe(end);
  expect(cutText(text, max).length).toBeLessThanOrEqual(max);
  expect(cutTextBefore(text, max).length).toBeLessThanOrEqual(max);
});

it('cuts a letter with more marks than fit, and a picture that does not fit, without leaving half a character', () => {
  const marked = `e${'\u0301'.repeat(100)}`;
  expect(cutText(marked, 10)).toBe(marked.slice(0, 10));
  expect(cutTextBefore(marked, 10)).toBe(marked.slice(-10));
  for (const max of [1, 2, 3, 4, 7]) {
    expect(cutText(FAMILY, max).isWellFormed()).toBe(true);
    expect(cutTextBefore(FAMILY, max).isWellFormed()).toBe(true);
  }
});

it('cuts the largest texts at every place to what reads as it did', () => {
  const text = `${'word '.repeat(50_000)}${FAMILY.repeat(1000)}${'한'.repeat(50_000)}`;
  for (let max = 0; max <= text.length; max += 9973) {
    expect(text.startsWith(cutText(text, max))).toBe(true);
    expect(text.endsWith(cutTextBefore(text, max))).toBe(true);
  }
});
