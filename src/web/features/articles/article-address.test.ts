import { describe, expect, it } from 'vitest';
import { ArticleId } from '#contract/ids.ts';
import { originalAddress, typedAddress } from './article-address.ts';

describe('an address that was typed', () => {
  it.each([
    [' https://example.org/a?b=1 ', 'https://example.org/a?b=1'],
    ['example.org/a', 'https://example.org/a'],
    ['example.org:8080/a', 'https://example.org:8080/a'],
    ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/a'],
    ['', null],
    ['   ', null],
    ['two words', null],
    ['word', null],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['mailto:a@example.org', null],
  ])('%j is %j', (typed, address) => expect(typedAddress(typed)).toBe(address));
});

describe('the way to the original', () => {
  const id = ArticleId.parse(12);

  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    ['/api/articles/12/file', '/api/articles/12/file'],
    ['/api/articles/13/file', null],
    ['/api/logout', null],
    ['//evil.test/a', null],
    ['javascript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['data:text/html,x', null],
    [null, null],
  ])('of %j is %j', (url, address) => expect(originalAddress({ id, url })).toBe(address));
});
