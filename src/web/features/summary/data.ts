import { mutationOptions, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { getSummary, makeSummary } from '#contract/summary.ts';
import { call } from '#web/lib/api.ts';

const SUMMARY_KEY = ['summary'] as const;
const PROGRESS_KEY = [...SUMMARY_KEY, 'progress'] as const;

/** The summary of a transcript; null before there is one. */
export const summaryQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: [...SUMMARY_KEY, 'of', id],
    queryFn: ({ signal }) => call(getSummary, { params: { id }, signal }),
  });

/** 0 to 100 while a summary is being written, in whichever window it was asked for; else null. Only events tell. */
export const summaryProgressQuery = (id: TranscriptId) =>
  queryOptions<number | null>({
    queryKey: [...PROGRESS_KEY, id],
    queryFn: skipToken,
    initialData: null,
  });

/** Known by its transcript, so that who leaves it and comes back sees that it is still going on. */
export const makeSummaryMutation = (id: TranscriptId) =>
  mutationOptions({
    mutationKey: [...SUMMARY_KEY, 'make', id],
    mutationFn: () => call(makeSummary, { params: { id } }),
  });

/** How long nothing may be heard of a summary; while one is being written, something is told every few seconds. */
const SILENCE_MS = 30_000;

const timers = new WeakMap<QueryClient, Map<TranscriptId, ReturnType<typeof setTimeout>>>();

/** Takes in that a summary is being written. When nothing more is heard of it, it counts as over. */
export function noteProgress(queryClient: QueryClient, id: TranscriptId, percent: number): void {
  queryClient.setQueryData(summaryProgressQuery(id).queryKey, percent);
  const running = timers.get(queryClient) ?? new Map<TranscriptId, ReturnType<typeof setTimeout>>();
  timers.set(queryClient, running);
  clearTimeout(running.get(id));
  running.set(
    id,
    setTimeout(() => noteOver(queryClient, id), SILENCE_MS),
  );
}

/** Takes in that a summary is there or was given up: it is read again. */
export function noteOver(queryClient: QueryClient, id: TranscriptId): void {
  clearTimeout(timers.get(queryClient)?.get(id));
  queryClient.setQueryData(summaryProgressQuery(id).queryKey, null);
  void queryClient.invalidateQueries({ queryKey: summaryQuery(id).queryKey });
}

/** After an interruption of the events nothing is known of what is being written. */
export function forgetProgress(queryClient: QueryClient): void {
  queryClient.setQueriesData({ queryKey: PROGRESS_KEY }, null);
  void queryClient.invalidateQueries({ queryKey: SUMMARY_KEY });
}
