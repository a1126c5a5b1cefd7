import { expect, it } from 'vitest';
import { DEFAULT_PROJECT_COLOR } from '#contract/limits.ts';
import { colorsFor, PALETTE } from './palette.ts';

const values = (colors: readonly { value: string }[]) => colors.map(({ value }) => value).join(' ');

it('offers the ten colors of the specification, the default one first', () => {
  expect(values(PALETTE)).toBe(
    '#3b82f6 #10b981 #f59e0b #ef4444 #8b5cf6 #06b6d4 #f97316 #84cc16 #ec4899 #6b7280',
  );
  expect(PALETTE[0].value).toBe(DEFAULT_PROJECT_COLOR);
});

it('keeps the color that a project has from an older palette among them', () => {
  expect(colorsFor('#10b981')).toBe(PALETTE);
  expect(colorsFor('#14b8a6').at(-1)).toEqual({ value: '#14b8a6', name: 'Current color' });
});
