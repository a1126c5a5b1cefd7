import { text } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import type { Podcast } from '#contract/podcasts.ts';
import { AppError } from '../../app-error.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { MAX_DESCRIPTION, plainText } from './plain-text.ts';

export interface ListedPodcast extends Podcast {
  feedUrl: string;
}

/** A podcast directory with the iTunes Search API. */
export interface Directory {
  /**
   * Best match first; `description` is '' if the directory has none. Rejects with an AppError 'podcast_search_failed' or
   * 'podcast_directory_busy'.
   */
  search(query: string, limit: number): Promise<ListedPodcast[]>;
  /** Rejects with 'podcast_not_found', 'podcast_directory_failed' or 'podcast_directory_busy'. */
  find(id: string): Promise<ListedPodcast>;
}

const MINUTE_MS = 60_000;
const LIMITS = { maxBytes: 5_000_000, totalMs: 10_000 };
/** Apple allows about twenty calls a minute from one address, so searches are cached. */
const SEARCHES_KEPT = { ttl: 10 * MINUTE_MS, max: 500 };
const PODCASTS_KEPT = { ttl: 60 * MINUTE_MS, max: 5000 };

/** The rows of a response; other rows (feeds that are not published) are left out. */
const Answer = z.object({ results: z.array(z.unknown()) });
const Row = z.object({
  collectionId: z.number().int().positive(),
  feedUrl: z.url({ protocol: /^https?$/ }),
  collectionName: z.string().catch(''),
  artistName: z.string().catch(''),
  artworkUrl600: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  artworkUrl100: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
  primaryGenreName: z.string().catch(''),
  trackCount: z.number().int().nonnegative().catch(0),
  // Apple describes only episodes; other directories with the same API also describe podcasts.
  description: z.string().catch(''),
  longDescription: z.string().catch(''),
  shortDescription: z.string().catch(''),
});

export function createDirectory(outbound: Outbound, baseUrl: string): Directory {
  const searches = new LRUCache<string, ListedPodcast[]>(SEARCHES_KEPT);
  const podcasts = new LRUCache<string, ListedPodcast>(PODCASTS_KEPT);
  const ask = async (path: '/search' | '/lookup', query: Record<string, string>) => {
    const failed = path === '/search' ? 'podcast_search_failed' : 'podcast_directory_failed';
    const found = await askDirectory(outbound, `${baseUrl}${path}?${new URLSearchParams(query)}`, failed);
    for (const podcast of found) podcasts.set(podcast.id, podcast);
    return found;
  };
  return {
    search: async (query, limit) => {
      const key = JSON.stringify([query.toLowerCase(), limit]);
      const known = searches.get(key);
      if (known) return known;
      const asked = { media: 'podcast', entity: 'podcast', term: query, limit: String(limit) };
      const found = (await ask('/search', asked)).slice(0, limit);
      searches.set(key, found);
      return found;
    },
    find: async (id) => {
      const known = podcasts.get(id);
      if (known) return known;
      const found = (await ask('/lookup', { id, entity: 'podcast' })).find((podcast) => podcast.id === id);
      if (!found) throw new AppError('podcast_not_found');
      return found;
    },
  };
}

/** Rejects with an AppError: `failed`, or 'podcast_directory_busy'. */
async function askDirectory(
  outbound: Outbound,
  address: string,
  failed: ErrorCode,
): Promise<ListedPodcast[]> {
  try {
    const { status, body } = await outbound.fetch(address, LIMITS);
    const said = await text(body);
    // Apple responds with 403 when the rate limit is exceeded.
    if (status === 429 || status === 403) throw failure('podcast_directory_busy', `status ${status}`);
    if (status !== 200) throw failure(failed, `status ${status}`);
    // The response's type is text/javascript, whatever it contains.
    return Answer.parse(JSON.parse(said)).results.flatMap(readRow);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const known =
      error instanceof OutboundError || error instanceof z.ZodError || error instanceof SyntaxError;
    throw known ? failure(failed, error) : error;
  }
}

function failure(code: ErrorCode, cause: unknown): AppError {
  return new AppError(code, { cause });
}

function readRow(row: unknown): ListedPodcast[] {
  const parsed = Row.safeParse(row);
  if (!parsed.success) return [];
  const { collectionId, collectionName, artistName, primaryGenreName, trackCount, feedUrl } = parsed.data;
  const { description, longDescription, shortDescription } = parsed.data;
  return [
    {
      id: String(collectionId),
      title: collectionName || 'Untitled podcast',
      author: artistName,
      imageUrl: parsed.data.artworkUrl600 ?? parsed.data.artworkUrl100 ?? null,
      genre: primaryGenreName,
      description: plainText(description || longDescription || shortDescription, MAX_DESCRIPTION),
      episodeCount: trackCount,
      feedUrl,
    },
  ];
}
