import { describe, expect, it } from 'vitest';
import { readClaims } from './claims.ts';

const ISSUER = 'https://id.example.test';

describe('readClaims', () => {
  it('trusts a claim about an address only together with the address', () => {
    const both = readClaims(
      ISSUER,
      { sub: 'a', email_verified: true },
      { email: 'a@example.test', email_verified: false },
    );
    expect(both).toMatchObject({ email: 'a@example.test', isEmailVerified: false });
    const silent = readClaims(ISSUER, { sub: 'a', email_verified: true }, { email: 'a@example.test' });
    expect(silent.isEmailVerified).toBe(false);
    const token = readClaims(ISSUER, { sub: 'a', email: 'a@example.test' }, { email_verified: true });
    expect(token.isEmailVerified).toBe(false);
  });

  it.each([
    [true, true],
    ['true', true],
    ['false', false],
    ['1', false],
    [1, false],
    [{}, false],
    [undefined, false],
  ])('reads %j as verified: %s', (email_verified, isEmailVerified) =>
    expect(readClaims(ISSUER, { sub: 'a', email: 'a@example.test', email_verified }, {})).toMatchObject({
      isEmailVerified,
    }),
  );

  it.each([['nobody'], ['a@b'], [`${'a'.repeat(250)}@example.test`], ['a\u0000@example.test'], [7], [null]])(
    'does not accept %j as an address',
    (email) => expect(readClaims(ISSUER, { sub: 'a', email }, {}).email).toBeNull(),
  );

  it('uses the full name if there is no first name', () =>
    expect(readClaims(ISSUER, { sub: 'a', name: 'Ada King' }, { given_name: ' ' }).profile).toEqual({
      firstName: 'Ada King',
      lastName: null,
      profileImageUrl: null,
    }));
});
