import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { searchTranscripts } from '#contract/search.ts';
import { call } from '#web/lib/api.ts';

/** The results of a search in all transcripts; disabled until there are enough characters. */
export const searchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => call(searchTranscripts, { query: { q: query }, signal }),
    enabled: query.length >= SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });
