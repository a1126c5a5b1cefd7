import type { Readable } from 'node:stream';
import type { Agent, Response } from 'undici';
import { VERSION } from '../version.ts';
import { checkAddress } from './addresses.ts';
import { limitBody, releaseBody } from './body.ts';
import type { Resolve } from './guarded-agent.ts';
import { OutboundError } from './outbound-error.ts';
import { outboundFailureOf, startWatch, type Watch } from './watch.ts';

/** A body that is not held in memory. It goes to one address only: no redirect is followed with it. */
export interface StreamedBody {
  sizeBytes: number;
  bytes: () => AsyncIterable<Uint8Array>;
}

export interface OutboundRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | StreamedBody;
  /** The body fails with an OutboundError 'too-large' past this many bytes, after decompression. */
  maxBytes: number;
  /** The time limit for everything: redirects, waiting, and the whole body. */
  totalMs: number;
  /** The longest pause without data in either direction; defaults to 20 s. */
  idleMs?: number;
  /** Defaults to ten; with 0 a redirect is returned as the response, so that the request goes to nobody else. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  /** The address after redirects. */
  url: string;
  status: number;
  headers: { get(name: string): string | null };
  /** Decompressed. Must be read to its end or destroyed: until then it holds the connection. Fails with an OutboundError. */
  body: Readable;
}

/**
 * Everything that the server fetches from outside goes through here: only web addresses on the public internet, within limits.
 */
export interface Outbound {
  /** Throws an OutboundError 'refused' for an address that is forbidden as such; what its name resolves to is checked later. */
  check(address: string): void;
  /**
   * Fetches, following redirects, each checked like the first address. Any status is a response. Rejects with an OutboundError,
   * or with the signal's reason.
   */
  fetch(address: string | URL, request: OutboundRequest): Promise<OutboundAnswer>;
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** 'host:port' pairs that may be private and have any port. */
  allow?: readonly string[];
  /** Tests bring their own; defaults to the system's. */
  resolve?: Resolve;
}

/** Podcast hosts chain several counters in front of the file. */
const MAX_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const IDLE_MS = 20_000;
/** These must not go to a host other than the intended one. */
const CREDENTIALS = /^(authorization|cookie)$/i;

/** Opens the outbound access. Nothing is loaded or connected before the first fetch. */
export function createOutbound({ allow = [], resolve }: OutboundOptions = {}): Outbound {
  const allowed: ReadonlySet<string> = new Set(allow.map((entry) => entry.toLowerCase()));
  const load = async () => {
    const [undici, { createGuardedAgent }] = await Promise.all([
      import('undici'),
      import('./guarded-agent.ts'),
    ]);
    return { undici, agent: createGuardedAgent(allowed, resolve) };
  };
  let loading: Promise<{ undici: typeof import('undici'); agent: Agent }> | undefined;
  return {
    check: (address) => void checkAddress(address, allowed),
    fetch: async (address, request) => {
      const url = checkAddress(address, allowed);
      request.signal?.throwIfAborted();
      loading ??= load();
      const { undici, agent } = await loading;
      const send: Send = (to, init) => undici.fetch(to, { ...init, dispatcher: agent, redirect: 'manual' });
      return fetchWithinLimits({ send, allowed }, url, request);
    },
    close: async () => {
      await (await loading)?.agent.destroy();
    },
  };
}

type Headers = Record<string, string>;
type Send = (
  url: URL,
  init: {
    method: string;
    headers: Headers;
    body?: string | AsyncIterable<Uint8Array>;
    duplex?: 'half';
    signal: AbortSignal;
  },
) => Promise<Response>;
interface Way {
  send: Send;
  allowed: ReadonlySet<string>;
}

async function fetchWithinLimits(way: Way, address: URL, request: OutboundRequest): Promise<OutboundAnswer> {
  const { maxBytes, totalMs, idleMs = IDLE_MS, signal } = request;
  const watch = startWatch({ totalMs, idleMs, signal });
  try {
    const { url, response } = await follow(way, address, request, watch);
    const body = limitBody(response.body, maxBytes, watch);
    return { url: url.href, status: response.status, headers: response.headers, body };
  } catch (error) {
    watch.end();
    throw outboundFailureOf(error, watch);
  }
}

async function follow({ send, allowed }: Way, address: URL, request: OutboundRequest, watch: Watch) {
  let url = address;
  let { method = 'GET', body } = request;
  const { maxRedirects = typeof body === 'object' ? 0 : MAX_REDIRECTS } = request;
  let headers: Headers = { 'user-agent': `Tapescript/${VERSION}`, ...request.headers };
  if (typeof body === 'object') headers['content-length'] = String(body.sizeBytes);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const init = { method, headers, signal: watch.signal };
    watch.waiting();
    const response = await send(url, { ...init, ...bodyInit(body, watch) });
    watch.resting();
    const location = response.headers.get('location');
    const isAnswer = !REDIRECTS.has(response.status) || location === null || maxRedirects === 0;
    if (isAnswer) return { url, response };
    await releaseBody(response.body);
    const next = checkAddress(URL.canParse(location, url.href) ? new URL(location, url) : location, allowed);
    if (next.host !== url.host) headers = withoutCredentials(headers);
    // As browsers do: only 307 and 308 repeat the method and the body.
    if (response.status < 307) [method, body] = ['GET', undefined];
    url = next;
  }
  throw new OutboundError('redirects', `more than ${maxRedirects} redirects`);
}

function bodyInit(body: OutboundRequest['body'], watch: Watch) {
  if (body === undefined) return {};
  if (typeof body === 'string') return { body };
  return { body: watched(body.bytes(), watch), duplex: 'half' as const };
}

/** The same bytes; each that is taken shows that the other side is not standing still. */
async function* watched(bytes: AsyncIterable<Uint8Array>, watch: Watch): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    watch.waiting();
    yield piece;
  }
  watch.waiting();
}

function withoutCredentials(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.test(name)));
}
