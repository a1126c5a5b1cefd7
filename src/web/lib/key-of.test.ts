import { expect, it } from 'vitest';
import { keyOf } from './key-of.ts';

const press = (key: string, code: string, shiftKey = false) => keyOf({ key, code, shiftKey });

it.each([
  ['z', 'KeyZ', false, 'z'],
  // German and French: what is written on the key counts.
  ['z', 'KeyY', false, 'z'],
  ['a', 'KeyQ', false, 'a'],
  ['ö', 'Semicolon', false, 'ö'],
  ['é', 'Digit2', false, 'é'],
  // Cyrillic, Greek and Hebrew.
  ['я', 'KeyZ', false, 'z'],
  ['Я', 'KeyZ', true, 'Z'],
  ['λ', 'KeyL', false, 'l'],
  ['ל', 'KeyK', false, 'k'],
  ['х', 'BracketLeft', false, '['],
  ['Б', 'Comma', true, '<'],
  ['э', 'Quote', false, 'э'],
  ['?', 'Digit7', true, '?'],
  ['Enter', 'Enter', false, 'Enter'],
])('takes %j of %s (with Shift: %s) for %j', (key, code, shiftKey, expected) => {
  expect(press(key, code, shiftKey)).toBe(expected);
});

it('takes nothing while an input method composes, which every browser says in another way', () => {
  const enter = { key: 'Enter', shiftKey: false };
  expect(keyOf({ ...enter, isComposing: true })).toBe('');
  expect(keyOf({ ...enter, nativeEvent: { isComposing: true } })).toBe('');
  expect(keyOf({ ...enter, nativeEvent: { isComposing: false }, keyCode: 229 })).toBe('');
  expect(keyOf({ ...enter, nativeEvent: { isComposing: false }, keyCode: 13 })).toBe('Enter');
});
