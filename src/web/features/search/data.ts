import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ProjectId, TranscriptId } from '#contract/ids.ts';
import { SEARCH_MIN_LENGTH, SIMILAR_MIN_LENGTH } from '#contract/limits.ts';
import { findSimilar, searchNotes, searchProject, searchTranscripts } from '#contract/search.ts';
import { call } from '#web/lib/api.ts';

/** The results of a search in all transcripts; disabled until there are enough characters. */
export const searchQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', query],
    queryFn: ({ signal }) => call(searchTranscripts, { query: { q: query }, signal }),
    enabled: query.length >= SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });

/** The same in the transcripts and articles of a project. */
export const projectSearchQuery = (id: ProjectId, query: string) =>
  queryOptions({
    queryKey: ['search', query, 'project', id],
    queryFn: ({ signal }) => call(searchProject, { params: { id }, query: { q: query }, signal }),
    enabled: query.length >= SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });

/** The notes in which words are found, everywhere or in a project; disabled like the search for these words. */
export const notesFoundQuery = (query: string, projectId?: ProjectId) =>
  queryOptions({
    queryKey: ['search', query, 'notes', projectId ?? null],
    queryFn: ({ signal }) =>
      call(searchNotes, {
        query: { q: query, ...(projectId === undefined ? {} : { projectId }) },
        signal,
      }),
    enabled: query.length >= SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });

/** Where to look for what means something similar: in one transcript, in a project, or by default in all transcripts. */
export interface SimilarPlace {
  transcriptId?: TranscriptId;
  projectId?: ProjectId;
}

/**
 * Passages that mean something similar; disabled until there are enough characters, and while `mayStart` is false, so
 * that what people wait for comes first.
 */
export const similarQuery = (
  query: string,
  { mayStart = true, ...place }: SimilarPlace & { mayStart?: boolean } = {},
) =>
  queryOptions({
    queryKey: ['search', query, 'similar', place],
    queryFn: ({ signal }) => call(findSimilar, { query: { q: query, ...place }, signal }),
    enabled: mayStart && [...query].length >= SIMILAR_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });
