import { expect, it } from 'vitest';
import { excerptAround } from './excerpt.ts';

const LONG = `${'before '.repeat(40)}the NEEDLE is here ${'after '.repeat(40)}`.trim();

it('returns a short text whole', () => {
  expect(excerptAround('A short text.', 'short')).toBe('A short text.');
});

it('cuts a long text between words around the first match', () => {
  const excerpt = excerptAround(LONG, 'needle');
  expect(excerpt).toMatch(/^…before .*the NEEDLE is here .*after…$/);
  expect(excerpt.length).toBeLessThan(220);
});

it('shows the beginning if the match is there or there is none', () => {
  expect(excerptAround(LONG, 'zzz').startsWith('before')).toBe(true);
});

it('does not cut inside a character if there are no spaces', () => {
  const excerpt = excerptAround('😀'.repeat(300), '😀😀');
  expect(excerpt.isWellFormed()).toBe(true);
});
