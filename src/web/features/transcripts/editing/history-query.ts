import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getHistoryEntry, listHistory } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { call } from '#web/lib/api.ts';

/** The query key above the history of a text. */
export const historyKey = (id: TranscriptId) => ['edit-history', id] as const;

/** The history of a text, newest first, page by page; only of one segment if one is given. */
export const editHistoryQuery = (id: TranscriptId, segmentId: number | null) =>
  infiniteQueryOptions({
    queryKey: [...historyKey(id), segmentId],
    queryFn: ({ pageParam, signal }) =>
      call(listHistory, {
        params: { id },
        query: {
          ...(pageParam === null ? {} : { before: pageParam }),
          ...(segmentId === null ? {} : { segment: segmentId }),
        },
        signal,
      }),
    // The first page has no cursor; later ones name the step to continue from.
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.id ?? null) : null),
    staleTime: 0,
    gcTime: 0,
  });

/** One step with everything it changed. */
export const editEntryQuery = (id: TranscriptId, editId: number) =>
  queryOptions({
    queryKey: [...historyKey(id), 'entry', editId],
    queryFn: ({ signal }) => call(getHistoryEntry, { params: { id, editId }, signal }),
    gcTime: 0,
  });
