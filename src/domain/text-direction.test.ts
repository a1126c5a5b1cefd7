import { describe, expect, it } from 'vitest';
import { linesWithMarks, textDirection } from './text-direction.ts';

describe('textDirection', () => {
  it.each([
    ['NATO أعلنت ذلك اليوم', 'ar', 'rtl'],
    ['NATO ו-OTAN', 'he-IL', 'rtl'],
    ['שלום is a Hebrew word', 'en', 'ltr'],
    ['שלום is a Hebrew word', null, 'auto'],
    ['שלום is a Hebrew word', 'und', 'auto'],
    ['مرحبا بكم في OK', 'en', 'auto'],
    ['Good evening', 'ar', 'auto'],
    ['Good evening', 'en', 'auto'],
    ['12:30', 'he', 'auto'],
  ])('of %j in %j is %j', (text, language, direction) =>
    expect(textDirection(text, language)).toBe(direction),
  );
});

describe('linesWithMarks', () => {
  it('marks lines from right to left at both ends', () => {
    expect(linesWithMarks('مرحبا بكم.', 'ar')).toBe('\u200fمرحبا بكم.\u200f');
    expect(linesWithMarks('NATO و OTAN.', 'ar')).toBe('\u200fNATO و OTAN.\u200f');
    expect(linesWithMarks('Sami: مرحبا بكم جميعا!', null)).toBe('\u200fSami: مرحبا بكم جميعا!\u200f');
  });

  it.each(['en', 'ar', null])('leaves lines without such letters as they are, in %j', (language) => {
    for (const line of ['Good evening.', '桥很长。', '12:30', ''])
      expect(linesWithMarks(line, language)).toBe(line);
  });

  it('leaves an English line with a Hebrew word as it is', () => {
    const line = 'The word is שלום, they say.';
    for (const language of ['en', null]) expect(linesWithMarks(line, language)).toBe(line);
  });
});
