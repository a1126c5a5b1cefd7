import { describe, expect, it } from 'vitest';
import { loginPath, safeReturnPath } from './paths.ts';

describe('safeReturnPath', () => {
  it.each(['/', '/transcript/5?t=75', '/a/b#c'])('keeps %s', (path) =>
    expect(safeReturnPath(path)).toBe(path),
  );

  it.each([
    null,
    '',
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
  ])('refuses %j', (path) => expect(safeReturnPath(path)).toBe('/'));
});

describe('loginPath', () => {
  it('carries the way back', () =>
    expect(loginPath('/transcript/5?t=75')).toBe('/api/login?returnTo=%2Ftranscript%2F5%3Ft%3D75'));
  it('is plain for the home page', () => expect(loginPath('/')).toBe('/api/login'));
});
