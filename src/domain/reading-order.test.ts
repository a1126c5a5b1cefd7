import { describe, expect, it } from 'vitest';
import { growthOf, isAboutLinear } from '#tests/support/growth.ts';
import { type DrawnPart, isMostlyRightToLeft, readLine } from './reading-order.ts';

const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Parts as they are drawn from left to right, each letter five points wide, marks at the letter that follows them. */
function drawn(...texts: readonly string[]): DrawnPart[] {
  let left = 0;
  return texts.map((text) => {
    const part = { text, left, right: left, isRightToLeft: RTL.test(text) };
    if (!/^\p{M}+$/u.test(text)) left += 5 * text.length;
    part.right = left;
    return part;
  });
}

describe('readLine', () => {
  it.each([
    [['הוחלפה המנורה.', ' ', '1962', ' ', 'בשנת'], 'בשנת 1962 הוחלפה המנורה.'],
    [
      ['נפתח.', ' ', 'Radio North (BBC)', ' ', 'של', ' ', 'https://example.org/a-b'],
      'https://example.org/a-b של Radio North (BBC) נפתח.',
    ],
    [['הן חברות.', ' ', 'Windows 10', 'ו-', ' ', 'Google'], 'Google ו-Windows 10 הן חברות.'],
    [['.', '(', '1907', ' ', 'משנת', ')', ' ', 'הבניין'], 'הבניין (משנת 1907).'],
    [['.', '(', 'BBC', ')', ' ', 'של'], 'של (BBC).'],
    [['ב', ' ', '>', ' ', 'א'], 'א < ב'],
    [['45%', ' ', 'או', ' ', '-5', ' ', 'עד', ' ', '1,250', ' ', 'מתוך'], 'מתוך 1,250 עד 5- או 45%'],
    [['12–10', ' ', 'או', ' ', '10-12', ' ', 'בין'], 'בין 10-12 או 10–12'],
    [['12-10', ' ', 'ﻦ', 'ﻴ', 'ﺑ'], 'بين 10-12'],
    [['٪', '45', ' ', '١٢٣٤', ' ', 'ﻲ', 'ﻓ'], 'في ١٢٣٤ 45٪'],
    [['. סעיף ראשון', '1'], '1. סעיף ראשון'],
    [['رة', 'ﺎ', 'ﻨ', 'ﻤ', 'ﻟ', 'ا'], 'المنارة'],
    [['م', 'ﻼ', 'ﺴ', 'ﻟ', 'ا', ' ', 'ﻰ', 'ﻟ', 'و', 'ﻷ', 'ا'], 'الأولى السلام'],
  ])('reads %j from right to left: %j', (texts, text) => {
    expect(readLine(drawn(...texts), true)).toBe(text);
    // Whatever the order in which the parts are drawn.
    expect(readLine(drawn(...texts).toReversed(), true)).toBe(text);
  });

  it.each([
    [['He said ', 'שלום', ' ', 'עולם', ' to all (see '], 'He said עולם שלום to all (see '],
    [['The word ', 'ب', 'ﺎ', 'ﺘ', 'ﻛ', ' means book.'], 'The word كتاب means book.'],
    [['Plain (text), 10-12', ' and more.'], 'Plain (text), 10-12 and more.'],
  ])('reads %j from left to right: %j', (texts, text) => expect(readLine(drawn(...texts), false)).toBe(text));

  it('reads a line of one direction alone in that direction', () => {
    expect(readLine(drawn('עולם.', ' ', 'שלום'), false)).toBe('שלום עולם.');
    expect(readLine(drawn('Radio North.'), true)).toBe('Radio North.');
    expect(readLine(drawn('.10:30'), true)).toBe('10:30.');
    expect(readLine(drawn('10:30.'), false)).toBe('10:30.');
  });

  it('keeps marks at their letters', () => {
    expect(readLine(drawn('ם', '\u05b9', 'ו', 'ל', '\u05b8\u05c1', 'ש'), true)).toBe(
      'ש\u05b8\u05c1לו\u05b9ם',
    );
    const [kaf, mark] = drawn('ﻛ', '\u064e');
    if (!kaf || !mark) throw new Error('There are no parts.');
    expect(
      readLine(
        [kaf, { ...mark, left: 2, right: 2 }, ...drawn('.').map((dot) => ({ ...dot, left: -5, right: 0 }))],
        true,
      ),
    ).toBe('ك\u064e.');
  });

  it('puts a space between words that stand apart but are not drawn one after the other', () => {
    const [name, age] = drawn('גיל', 'שם').toReversed();
    if (!name || !age) throw new Error('There are no parts.');
    expect(readLine([{ ...name, left: 40, right: 50 }, age], true)).toBe('שם גיל');
  });

  it('takes a time that grows with the line', () => {
    const prepare = (length: number) => {
      const parts = drawn(
        ...Array.from({ length: length / 8 }, (_, at) => ['אב', ' ', 'a(', '12'][at % 4] ?? ''),
      );
      return () => readLine(parts, true);
    };
    expect(growthOf(prepare, 256_000)).toSatisfy(isAboutLinear);
  });
});

it('counts letters, not numbers or punctuation', () => {
  expect(isMostlyRightToLeft(['שלום 1234567', ' (abc)'])).toBe(true);
  expect(isMostlyRightToLeft(['שלום', 'and what follows'])).toBe(false);
  expect(isMostlyRightToLeft(['12'])).toBe(false);
});
