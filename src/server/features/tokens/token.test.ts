import { expect, it } from 'vitest';
import { isTokenText, makeToken } from './token.ts';

it('makes tokens that a scanner can tell from other text', () => {
  const tokens = Array.from({ length: 50 }, makeToken);
  expect(new Set(tokens).size).toBe(50);
  for (const token of tokens) {
    expect(token).toMatch(/^tps_[0-9A-Za-z]{36}$/);
    expect(isTokenText(token)).toBe(true);
  }
});

it('recognizes a mistyped token by its checksum', () => {
  // CRC-32 of thirty zeros is 0x77e5db82.
  expect(isTokenText(`tps_${'0'.repeat(30)}2C8GjS`)).toBe(true);
  const token = makeToken();
  const last = token.endsWith('a') ? 'b' : 'a';
  const wrong = [
    `${token.slice(0, -1)}${last}`,
    token.slice(0, -1),
    `${token}0`,
    `${token}\n`,
    token.replace('tps_', 'TPS_'),
    token.replace('tps_', ''),
    '',
    'tps_',
  ];
  for (const text of wrong) expect(isTokenText(text), text).toBe(false);
});
