import { expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';

it.each([
  ['  two  spaces ', 'two spaces'],
  ['a\tb\r\nc\u00a0d\u3000e', 'a b c d e'],
  ['a\u0000\u0007b\ufeff', 'a b'],
  ['It isn’t ‘so’', "It isn't 'so'"],
  ['THE MUSEUM IS OPEN', 'the museum is open'],
  ['I', 'I'],
  ['A 5', 'A 5'],
  ['NATO is an alliance', 'NATO is an alliance'],
  ['ПРИВЕТ МИР', 'привет мир'],
  ['\ud83d x', '\ufffd x'],
  ['👩‍👩‍👧', '👩‍👩‍👧'],
  [' \n\u200b', ''],
  ['', ''],
])('makes of %j %j', (text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned);
});

it.each(['A', 'a', ' ', '’', '\u0001'])('takes 1,000,000 times %j', (character) => {
  expect(cleanText(`x${character.repeat(1_000_000)}X`).length).toBeGreaterThan(1);
});
