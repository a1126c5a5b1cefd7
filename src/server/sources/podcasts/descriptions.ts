import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { createQueue } from '../../work/gate.ts';
import { decodeFeed } from './decode-feed.ts';
import { describeFeed } from './describe-feed.ts';
import { MAX_DESCRIPTION } from './plain-text.ts';

/** Podcasts' descriptions, read from the beginnings of their feeds: the directory has none for most of them. */
export interface Descriptions {
  /** '' if unknown. */
  get(feedUrl: string): string;
  /** Fetches the unknown ones. Resolves when all are read, or after two seconds: later ones are available next time. */
  learn(feedUrls: readonly string[]): Promise<void>;
}

const WAIT_MS = 2000;
/** A feed's description is within its first few thousand characters. */
const BEGINNING_BYTES = 64_000;
const LIMITS = { maxBytes: Number.MAX_SAFE_INTEGER, totalMs: 8000, idleMs: 5000, maxRedirects: 5 };
const AT_ONCE = 24;
/** If more than this are waiting, further ones are left for another time. */
const MAX_WAITING = 120;
/** A feed that could not be read is cached as '' for as long, so that it is not fetched again at each search. */
const KEPT = { ttl: 6 * 3_600_000, max: 5000 };

export function createDescriptions(outbound: Outbound, headers: Record<string, string>): Descriptions {
  const known = new LRUCache<string, string>(KEPT);
  const loading = new Map<string, Promise<void>>();
  const inTurn = createQueue({ atOnce: AT_ONCE, waiting: MAX_WAITING });
  const always = new AbortController().signal;
  const load = async (feedUrl: string) => {
    const description = await inTurn(always, () => readDescription(outbound, feedUrl, headers));
    known.set(feedUrl, description);
  };
  const start = (feedUrl: string) => {
    const running = loading.get(feedUrl);
    if (running || loading.size >= MAX_WAITING) return running;
    const begun = load(feedUrl).finally(() => loading.delete(feedUrl));
    loading.set(feedUrl, begun);
    return begun;
  };
  return {
    get: (feedUrl) => known.get(feedUrl) ?? '',
    learn: async (feedUrls) => {
      const unknown = feedUrls.filter((feedUrl) => known.get(feedUrl) === undefined);
      if (unknown.length === 0) return;
      const over = new AbortController();
      const timeout = setTimeout(WAIT_MS, undefined, { signal: over.signal, ref: false });
      await Promise.race([Promise.all(unknown.map(start)), timeout]);
      over.abort();
      await timeout.catch(() => undefined);
    },
  };
}

async function readDescription(
  outbound: Outbound,
  feedUrl: string,
  headers: Record<string, string>,
): Promise<string> {
  try {
    const { status, headers: answered, body } = await outbound.fetch(feedUrl, { ...LIMITS, headers });
    const pieces: Uint8Array[] = [];
    let count = 0;
    // Leaving the loop releases the connection.
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      pieces.push(piece);
      count += piece.byteLength;
      if (status !== 200 || count >= BEGINNING_BYTES) break;
    }
    if (status !== 200) return '';
    const beginning = Buffer.concat(pieces).subarray(0, BEGINNING_BYTES);
    return describeFeed(decodeFeed(beginning, answered.get('content-type') ?? ''), MAX_DESCRIPTION);
  } catch (error) {
    if (error instanceof OutboundError) return '';
    throw error;
  }
}
