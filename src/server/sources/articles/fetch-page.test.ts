import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundError, type OutboundFailure } from '../../outbound/outbound-error.ts';
import { fetchPage } from './fetch-page.ts';

const { signal } = new AbortController();

/** Outbound access that never reaches anything, or whose response breaks off. */
function failing(failure: OutboundFailure, where: 'head' | 'body'): Outbound {
  const error = new OutboundError(failure, 'as the test has it');
  const body = new Readable({ read: () => void body.destroy(error) });
  const headers = new Map([['content-type', 'text/html']]);
  return {
    check: () => undefined,
    close: async () => undefined,
    fetch: async (address) => {
      if (where === 'head') throw error;
      return {
        url: String(address),
        status: 200,
        headers: { get: (name) => headers.get(name) ?? null },
        body,
      };
    },
  };
}

it.each([
  ['timeout', 'article_timeout'],
  ['unreachable', 'article_unreachable'],
  ['redirects', 'article_unreachable'],
  ['too-large', 'article_too_large'],
  ['refused', 'address_refused'],
] as const)('reports %s, before and during a response', async (failure, code) => {
  for (const where of ['head', 'body'] as const) {
    const page = fetchPage(failing(failure, where), 'https://example.org/a', signal);
    await expect(page).rejects.toMatchObject({ code });
  }
});
