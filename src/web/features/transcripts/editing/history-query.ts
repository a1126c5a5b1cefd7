import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getHistoryEntry, listHistory } from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { call } from '#web/lib/api.ts';

const historyKey = (id: TranscriptId) => ['edit-history', id] as const;

/** What was done to a text, newest first, page by page; of one segment, if one is named. */
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
    // The first page is asked for without a step to go on from; the later ones name one.
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.id ?? null) : null),
    staleTime: 0,
    gcTime: 0,
  });

/** One step with all that it changed. */
export const editEntryQuery = (id: TranscriptId, editId: number) =>
  queryOptions({
    queryKey: [...historyKey(id), 'entry', editId],
    queryFn: ({ signal }) => call(getHistoryEntry, { params: { id, editId }, signal }),
    gcTime: 0,
  });
