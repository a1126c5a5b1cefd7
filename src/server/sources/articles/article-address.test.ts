import { describe, expect, it } from 'vitest';
import { isSignInAddress, readAddress, sameAddress } from './article-address.ts';

describe('readAddress', () => {
  it.each([
    [' https://example.org/a#part ', 'https://example.org/a'],
    ['example.org/a', 'https://example.org/a'],
    ['example.org:8080', 'https://example.org:8080/'],
    ['http://müller.example/ä', 'http://xn--mller-kva.example/%C3%A4'],
    ['[::1]/x', 'https://[::1]/x'],
    ['//example.org', 'https://example.org/'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
  ])('completes %j to a whole address', (typed, address) => expect(readAddress(typed)?.href).toBe(address));

  it.each(['', 'word', 'two words.', 'http://', 'https://exa mple.org'])('does not accept %j', (typed) =>
    expect(readAddress(typed)).toBeUndefined(),
  );
});

describe('sameAddress', () => {
  it.each([
    'http://example.org/a',
    'https://www.example.org/a/',
    'https://EXAMPLE.org:443/a#part',
    'https://example.org./a?utm_source=x&fbclid=y',
    'https://example.org/%61',
  ])('is the same for %s', (address) => expect(sameAddress(address)).toBe('example.org/a'));

  it('keeps everything that leads to a different page', () => {
    expect(sameAddress('https://example.org/?b=2&a=1&utm_medium=x')).toBe('example.org?a=1&b=2');
    expect(sameAddress('https://example.org/?a=1&b=2')).toBe('example.org?a=1&b=2');
    const others = ['/A', '/a/b', '/a?id=1', '/a?id=2', '/a%2Fb', '/%'].map((path) =>
      sameAddress(`https://example.org${path}`),
    );
    expect(new Set(others).size).toBe(others.length);
    expect(sameAddress('https://example.org:8443/a')).toBe('example.org:8443/a');
  });
});

it('recognizes the addresses of sign-in pages, and takes no article about signing in for one', () => {
  const isIt = (path: string) => isSignInAddress(`https://example.org${path}`);
  expect(['/login', '/account/sign-in/?next=/a', '/wp-login.php', '/users/sign_in'].every(isIt)).toBe(true);
  expect(['/', '/login-security-guide', '/blog/login/how-to', '/a?login'].some(isIt)).toBe(false);
});
