import { expect, it } from 'vitest';
import { endOf } from './token-facts.ts';

const NOW = Date.parse('2026-11-23T10:00:00.000Z');
const inDays = (days: number) => new Date(NOW + days * 24 * 60 * 60_000).toISOString();

it.each([
  [90, 'Expires in 3 months', false],
  [8, 'Expires in 8 days', false],
  [5, 'Expires in 5 days', true],
  // The browser's clock is a minute ahead.
  [-1 / 1440, 'Expires soon', true],
])('says of a token that ends in %d days: %s', (days, text, isNear) => {
  expect(endOf({ expiresAt: inDays(days), hasExpired: false }, NOW)).toEqual({ text, isNear });
});

it('says of an ended token that it has expired, whatever the clock of the browser', () => {
  expect(endOf({ expiresAt: inDays(1), hasExpired: true }, NOW)).toEqual({ text: 'Expired', isNear: true });
});
