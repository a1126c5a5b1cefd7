import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { SEARCH_MIN_LENGTH, SIMILAR_MIN_LENGTH } from '#contract/limits.ts';
import { findSimilar, searchTranscripts } from '#contract/search.ts';
import { call } from '#web/lib/api.ts';

/** The results of a search in all transcripts; disabled until there are enough characters. */
export const searchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => call(searchTranscripts, { query: { q: query }, signal }),
    enabled: query.length >= SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });

/**
 * Passages that mean something similar, in all transcripts or in one; disabled until there are enough characters, and while `mayStart` is false, so
 * that what people wait for comes first.
 */
export const similarQuery = (
  query: string,
  { transcriptId, mayStart = true }: { transcriptId?: TranscriptId; mayStart?: boolean } = {},
) =>
  queryOptions({
    queryKey: ['search', query, 'similar', transcriptId ?? null],
    queryFn: ({ signal }) =>
      call(findSimilar, {
        query: { q: query, ...(transcriptId === undefined ? {} : { transcriptId }) },
        signal,
      }),
    enabled: mayStart && [...query].length >= SIMILAR_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });
