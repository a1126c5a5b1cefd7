import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { getSummary, makeSummary } from '#contract/summary.ts';
import { call } from '#web/lib/api.ts';

const SUMMARY_KEY = ['summary'] as const;
const PROGRESS_KEY = [...SUMMARY_KEY, 'progress'] as const;

/** The summary of a transcript, or null if there is none. */
export const summaryQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: [...SUMMARY_KEY, 'of', id],
    queryFn: ({ signal }) => call(getSummary, { params: { id }, signal }),
  });

/** The progress, 0 to 100, of a summary being written, whichever window requested it; otherwise null. Set only by events. */
export const summaryProgressQuery = (id: TranscriptId) =>
  queryOptions<number | null>({
    queryKey: [...PROGRESS_KEY, id],
    queryFn: skipToken,
    initialData: null,
  });

/** Its key contains the transcript's id, so that a page opened again sees that the summary is still being written. */
export const makeSummaryMutation = (id: TranscriptId) =>
  mutationOptions({
    mutationKey: [...SUMMARY_KEY, 'make', id],
    mutationFn: () => call(makeSummary, { params: { id } }),
  });

/** How long events about a summary may be absent; while one is being written, there is one every few seconds. */
const SILENCE_MS = 30_000;

const timers = new WeakMap<QueryClient, Map<TranscriptId, ReturnType<typeof setTimeout>>>();

/** Stores the progress of a summary. If no further event arrives, the summary counts as finished. */
export function storeProgress(queryClient: QueryClient, id: TranscriptId, percent: number): void {
  queryClient.setQueryData(summaryProgressQuery(id).queryKey, percent);
  const running = timers.get(queryClient) ?? new Map<TranscriptId, ReturnType<typeof setTimeout>>();
  timers.set(queryClient, running);
  clearTimeout(running.get(id));
  running.set(
    id,
    setTimeout(() => finishProgress(queryClient, id), SILENCE_MS),
  );
}

/** Fetches the summary again because writing it has finished or failed. */
export function finishProgress(queryClient: QueryClient, id: TranscriptId): void {
  clearTimeout(timers.get(queryClient)?.get(id));
  queryClient.setQueryData(summaryProgressQuery(id).queryKey, null);
  void queryClient.invalidateQueries({ queryKey: summaryQuery(id).queryKey });
}

/** Forgets all progress, which is unknown after an interruption of the event stream. */
export function forgetProgress(queryClient: QueryClient): void {
  queryClient.setQueriesData({ queryKey: PROGRESS_KEY }, null);
  void queryClient.invalidateQueries({ queryKey: SUMMARY_KEY });
}
