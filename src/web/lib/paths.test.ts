import { describe, expect, it } from 'vitest';
import { loginPath, safeReturnPath, transcriptPath } from './paths.ts';

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

describe('transcriptPath', () => {
  it.each([
    [transcriptPath(5), '/transcript/5'],
    [transcriptPath(5, 0), '/transcript/5?t=0'],
    [transcriptPath(5, 75.4999999), '/transcript/5?t=75.5'],
    [transcriptPath(5, 12, 31.25), '/transcript/5?t=12&end=31.25'],
  ])('is %s', (path, expected) => expect(path).toBe(expected));
});
