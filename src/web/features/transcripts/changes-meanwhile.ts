import type { QueryClient } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { countPendingChanges, transcriptQuery } from './data.ts';

const eventCounts = new WeakMap<QueryClient, Map<TranscriptId, number>>();

/**
 * Handles an event that a transcript has changed: fetches it again, unless the change is our own, whose response has the new
 * state. Of the events that arrive while our own change is in progress, one is about it, and all others are about changes
 * by other people.
 */
export function applyChangeEvent(queryClient: QueryClient, id: TranscriptId): void {
  const { queryKey } = transcriptQuery(id);
  if (countPendingChanges(queryClient, id) === 0) {
    void queryClient.invalidateQueries({ queryKey });
    return;
  }
  const counts = eventCounts.get(queryClient) ?? new Map<TranscriptId, number>();
  eventCounts.set(queryClient, counts);
  const before = counts.get(id) ?? 0;
  counts.set(id, before + 1);
  if (before > 0) return;
  const stop = queryClient.getMutationCache().subscribe(() => {
    if (countPendingChanges(queryClient, id) > 0) return;
    stop();
    const count = counts.get(id) ?? 0;
    counts.delete(id);
    if (count > 1) void queryClient.invalidateQueries({ queryKey });
  });
}
