import { expect, it } from 'vitest';
import { toUnicodeForm } from './unicode-form.ts';

it.each(['Crème brûlée', '각각', 'a\u0301\u0316 b\u0316\u0301', 'की', ''])(
  'gives %j the same forms as the normalization of JavaScript',
  (text) => {
    expect(toUnicodeForm(text, 'NFC')).toBe(text.normalize('NFC'));
    expect(toUnicodeForm(text, 'NFD')).toBe(text.normalize('NFD'));
  },
);

it('keeps all marks of a letter that has too many, and normalizes the letters around it', () => {
  const marks = '\u0301\u0316'.repeat(100);
  const normal = toUnicodeForm(`é x${marks} é`, 'NFD');
  expect(normal.startsWith('e\u0301 x')).toBe(true);
  expect(normal.endsWith(' e\u0301')).toBe(true);
  expect([...normal].sort()).toEqual([...`e\u0301 x${marks} e\u0301`].sort());
});
