import { describe, expect, it } from 'vitest';
import { bidiLevels, type Direction, directionOf, mirrored, visualOrder } from './bidi.ts';

/** How a line looks from left to right: runs in visual order, those from right to left turned around. */
function shown(text: string, direction: Direction = directionOf(text)): string {
  const levels = bidiLevels(text, direction);
  const runs: { level: number; text: string }[] = [];
  let unit = 0;
  for (const character of text) {
    const level = levels[unit] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += character;
    else runs.push({ level, text: character });
    unit += character.length;
  }
  return visualOrder(runs)
    .map((run) => (run.level % 2 === 1 ? mirrored([...run.text].reverse().join('')) : run.text))
    .join('');
}

describe('directionOf', () => {
  it.each([
    ['Hello שלום', 'ltr'],
    ['שלום Hello', 'rtl'],
    ['12:30, مرحبا', 'rtl'],
    ['2026 !?', 'ltr'],
    ['', 'ltr'],
  ])('of %j is %s', (text, direction) => expect(directionOf(text)).toBe(direction));
});

describe('bidiLevels', () => {
  it.each([
    ['plain Latin', 'Hello, world (12).', 'Hello, world (12).'],
    ['words in Hebrew', 'אב גד', 'דג בא'],
    ['Hebrew within English', 'say אב גד now', 'say דג בא now'],
    ['English within Hebrew', 'אב one two גד', 'דג one two בא'],
    ['a number within Hebrew', 'אב 12.5 גד', 'דג 12.5 בא'],
    ['a percentage within Arabic', 'ab: اب 50% جد', 'ab: دج %50 با'],
    ['a full stop at the end of Hebrew', 'אב.', '.בא'],
    ['brackets within Hebrew', 'אב (גד) הו', 'וה (דג) בא'],
    ['English in brackets within Hebrew', 'אב one (two) גד', 'דג one (two) בא'],
    ['Hebrew in brackets within English', 'one (אב) two', 'one (בא) two'],
    ['an Arabic number', 'اب ١٢ جد', 'دج ١٢ با'],
    ['an emoji between Hebrew words', 'אב 😀 גד', 'דג 😀 בא'],
  ])('puts %s into the order in which it is drawn', (_, text, line) => expect(shown(text)).toBe(line));

  it('gives a level to every UTF-16 unit', () => expect([...bidiLevels('😀א', 'ltr')]).toEqual([0, 0, 1]));

  it('leaves a mark at its letter', () => expect([...bidiLevels('שׁ a', 'rtl')]).toEqual([1, 1, 1, 2]));
});
