import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { ErrorCode } from '#contract/errors.ts';
import { EPISODES_PAGE_SIZE, PODCASTS_FOUND } from '#contract/limits.ts';
import { listEpisodes, searchPodcasts, transcribePodcast } from '#contract/podcasts.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';

const FRESH_MS = 5 * 60_000;
const RETRY_MS = 1000;

const SUGGESTED = 8;

/** The podcasts that a search finds, with their descriptions. */
export const podcastsQuery = (query: string) => foundQuery({ query, limit: PODCASTS_FOUND });

/** The podcasts suggested while typing: without descriptions, which would take time. */
export const suggestedPodcastsQuery = (query: string) =>
  foundQuery({ query, limit: SUGGESTED, descriptions: false });

const foundQuery = (body: { query: string; limit: number; descriptions?: boolean }) =>
  queryOptions({
    queryKey: ['podcasts', body],
    queryFn: ({ signal }) => call(searchPodcasts, { body, signal }),
    staleTime: FRESH_MS,
    retryOnMount: false,
  });

/** A podcast's episodes, page by page. */
export const episodesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['episodes', id],
    queryFn: ({ pageParam, signal }) =>
      call(listEpisodes, { params: { id }, query: { limit: EPISODES_PAGE_SIZE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.hasMore ? pages.reduce((count, page) => count + page.episodes.length, 0) : undefined,
    retry: (failures, error) => failures < 1 && isWorthRetrying(error),
    retryDelay: RETRY_MS,
    // Otherwise a hundred pages would be fetched again one by one, and the library would compare each page with its predecessor.
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

export const transcribeEpisodeMutation = mutationOptions({
  mutationFn: (body: { url: string; title: string } & TranscriptionOptions) =>
    call(transcribePodcast, { body }),
  meta: { invalidates: [TRANSCRIPT_LISTS_KEY] },
});

/** Errors that would recur a second later, and timeouts after fifteen seconds, which is long enough to wait once. */
const FINAL: ReadonlySet<string> = new Set<ErrorCode>([
  'unauthorized',
  'podcast_not_found',
  'feed_timeout',
  'feed_unreadable',
  'feed_too_large',
]);

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ApiError && (error.status === 401 || FINAL.has(error.code ?? '')));
}
