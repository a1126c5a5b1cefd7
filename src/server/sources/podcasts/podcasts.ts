import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { ErrorCode } from '#contract/errors.ts';
import { FEED_TIMEOUT_MS } from '#contract/limits.ts';
import type { Podcast } from '#contract/podcasts.ts';
import { AppError } from '../../app-error.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundError, type OutboundFailure } from '../../outbound/outbound-error.ts';
import { createDescriptions } from './descriptions.ts';
import { createDirectory, type ListedPodcast } from './directory.ts';
import type { Feed } from './feed.ts';
import { createFeedReader } from './feed-reader.ts';

/** The directory's podcasts and their episodes. */
export interface Podcasts {
  /** Best match first. Rejects with an AppError 'podcast_search_failed' or 'podcast_directory_busy'. */
  search(query: string, wanted: { limit: number; descriptions: boolean }): Promise<Podcast[]>;
  /**
   * A podcast's feed, cached for some minutes. Rejects with 'podcast_not_found', 'podcast_directory_failed' or
   * 'podcast_directory_busy', and with the codes that begin with 'feed_'.
   */
  open(id: string): Promise<Feed>;
}

const MAX_FEED_BYTES = 25_000_000;
/** So that paging does not fetch the feed again; new episodes appear after this time. */
const FEEDS_KEPT = { ttl: 10 * 60_000, maxSize: 32_000_000 };
const FEED_HEADERS = {
  accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5',
};

export function createPodcasts(outbound: Outbound, directoryUrl: string): Podcasts {
  const directory = createDirectory(outbound, directoryUrl);
  const feeds = new LRUCache<string, Feed>({ ...FEEDS_KEPT, sizeCalculation: roughBytes });
  const loading = new Map<string, Promise<Feed>>();
  const reader = createFeedReader();
  const descriptions = createDescriptions(outbound, FEED_HEADERS);
  const load = async (id: string) => {
    const { feedUrl, description } = await directory.find(id);
    const known = feeds.get(feedUrl);
    if (known) return known;
    reader.prepare();
    const read = await reader.read(await fetchFeed(outbound, feedUrl));
    const feed = { ...read, description: read.description || description };
    feeds.set(feedUrl, feed);
    return feed;
  };
  return {
    search: async (query, { limit, descriptions: areWanted }) => {
      const found = await directory.search(query, limit);
      const descriptionOf = ({ feedUrl, description }: ListedPodcast) =>
        description || feeds.get(feedUrl)?.description;
      const undescribed = found.filter((podcast) => !descriptionOf(podcast)).map(({ feedUrl }) => feedUrl);
      if (areWanted) await descriptions.learn(undescribed);
      return found.map((listed) => {
        const { feedUrl, ...podcast } = listed;
        return { ...podcast, description: descriptionOf(listed) || descriptions.get(feedUrl) };
      });
    },
    open: (id) => {
      // Concurrent requests share one fetch.
      const running = loading.get(id) ?? load(id).finally(() => loading.delete(id));
      loading.set(id, running);
      return running;
    },
  };
}

const CODES: Record<OutboundFailure, ErrorCode> = {
  refused: 'feed_unreachable',
  redirects: 'feed_unreachable',
  unreachable: 'feed_unreachable',
  timeout: 'feed_timeout',
  'too-large': 'feed_too_large',
};

async function fetchFeed(outbound: Outbound, feedUrl: string) {
  const limits = { maxBytes: MAX_FEED_BYTES, totalMs: FEED_TIMEOUT_MS, idleMs: FEED_TIMEOUT_MS };
  try {
    const { url, status, headers, body } = await outbound.fetch(feedUrl, {
      ...limits,
      headers: FEED_HEADERS,
    });
    const bytes = await buffer(body);
    if (status !== 200) throw new AppError('feed_unreachable', { cause: `status ${status}` });
    return { bytes, contentType: headers.get('content-type') ?? '', address: url };
  } catch (error) {
    throw error instanceof OutboundError ? new AppError(CODES[error.failure], { cause: error }) : error;
  }
}

/** The approximate size of a feed in memory, in bytes. */
function roughBytes({ episodes }: Feed): number {
  return episodes.reduce(
    (sum, { title, description, audioUrl }) =>
      sum + 400 + 2 * (title.length + description.length) + audioUrl.length,
    1000,
  );
}
