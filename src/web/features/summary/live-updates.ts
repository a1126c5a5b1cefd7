import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { finishProgress, storeProgress, summaryQuery } from './data.ts';

/** Applies events about summaries, and refetches the summary of an edited transcript, which may be outdated. */
export function applyToSummaries(queryClient: QueryClient, event: LiveEvent): void {
  if (event.type === 'summary.progress') storeProgress(queryClient, event.id, event.percent);
  if (event.type === 'summary.changed') finishProgress(queryClient, event.id);
  if (event.type === 'transcript.changed')
    void queryClient.invalidateQueries({ queryKey: summaryQuery(event.id).queryKey });
}
