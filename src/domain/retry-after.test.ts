import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['7', 7000],
  ['0', 0],
  ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', null],
  ['soon', null],
  ['-5', null],
  ['', null],
  [null, null],
])('reads a wait of %j as %j ms', (header, ms) => expect(retryAfterMs(header, NOW)).toBe(ms));
