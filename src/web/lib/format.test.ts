import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatDuration,
  formatMegabytes,
  formatPercent,
  formatRelative,
  shorten,
} from './format.ts';

describe('formatMegabytes', () => {
  it.each([
    [0, '0.00 MB'],
    [1, '<0.01 MB'],
    [960_104, '0.92 MB'],
    [524_288_000, '500.0 MB'],
  ])('shows %s bytes as %s', (bytes, shown) => expect(formatMegabytes(bytes)).toBe(shown));
});

describe('formatPercent', () => {
  it('shows what is not known as N/A', () =>
    expect([93.6, 0, null].map(formatPercent)).toEqual(['94%', '0%', 'N/A']));
});

describe('formatCount', () => {
  it('knows one from many', () =>
    expect([formatCount(1, 'word'), formatCount(12_345, 'word'), formatCount(2, 'match', 'matches')]).toEqual(
      ['1 word', '12,345 words', '2 matches'],
    ));
});

describe('shorten', () => {
  it('keeps what is short enough, and no half of a character', () => {
    expect(shorten('a'.repeat(120), 120)).toBe('a'.repeat(120));
    expect(shorten(`${'a'.repeat(119)} b`, 120)).toBe(`${'a'.repeat(119)}…`);
    expect(shorten(`${'a'.repeat(119)}😀b`, 120)).toBe(`${'a'.repeat(119)}…`);
  });
});

describe('formatDuration', () => {
  it.each([
    [null, 'Unknown'],
    [Number.NaN, 'Unknown'],
    [0, '0m'],
    [0.2, '1s'],
    [11, '11s'],
    [59.9, '59s'],
    [60, '1m'],
    [300, '5m'],
    [3600, '1h 0m'],
    [3900, '1h 5m'],
  ])('shows %s seconds as %s', (seconds, shown) => expect(formatDuration(seconds)).toBe(shown));
});

describe('formatRelative', () => {
  const hour = 3_600_000;
  it.each([
    [0, 'just now'],
    [-20_000, 'just now'],
    [-60_000, '1 minute ago'],
    [-59.8 * 60_000, '1 hour ago'],
    [-34 * 60_000, '34 minutes ago'],
    [-24 * hour, '1 day ago'],
    [-14 * 24 * hour, '14 days ago'],
    [-400 * 24 * hour, '1 year ago'],
    [7 * 24 * hour - 1000, 'in 7 days'],
  ])('says of %s ms from now: %s', (ms, shown) => expect(formatRelative(ms, 0)).toBe(shown));
});
