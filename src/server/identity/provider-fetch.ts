import { buffer } from 'node:stream/consumers';
import type { CustomFetch } from 'openid-client';
import type { Outbound } from '../outbound/outbound.ts';

/** Metadata, keys and tokens are a few kilobytes. */
const MAX_BYTES = 1_000_000;
/** Statuses of responses that cannot have a body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);
const HEADERS = ['content-type', 'www-authenticate'];

/**
 * Routes the library's calls through our outbound access. Follows no redirects, because the requests carry the client secret and
 * a person's code. Rejects with an OutboundError.
 */
export function fetchBy(outbound: Outbound, limitMs: number): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const answer = await outbound.fetch(address, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      maxBytes: MAX_BYTES,
      totalMs: limitMs,
      maxRedirects: 0,
      ...(signal ? { signal } : {}),
    });
    const bytes = await buffer(answer.body);
    const passedOn = new Headers();
    for (const name of HEADERS) {
      const value = answer.headers.get(name);
      if (value !== null) passedOn.set(name, value);
    }
    const content = EMPTY.has(answer.status) ? null : new Uint8Array(bytes);
    return new Response(content, { status: answer.status, headers: passedOn });
  };
}
