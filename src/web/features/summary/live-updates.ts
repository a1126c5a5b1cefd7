import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { noteOver, noteProgress, summaryQuery } from './data.ts';

/** Takes in what the server tells of summaries; of an edited transcript, that its summary may be outdated. */
export function applyToSummaries(queryClient: QueryClient, event: LiveEvent): void {
  if (event.type === 'summary.progress') noteProgress(queryClient, event.id, event.percent);
  if (event.type === 'summary.changed') noteOver(queryClient, event.id);
  if (event.type === 'transcript.changed')
    void queryClient.invalidateQueries({ queryKey: summaryQuery(event.id).queryKey });
}
