import type { QueryClient } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { countPendingChanges, transcriptQuery } from './data.ts';

const told = new WeakMap<QueryClient, Map<TranscriptId, number>>();

/**
 * Takes in that the server told of a change of a transcript. It is fetched again, but not for our own change, whose
 * answer brings what is new: of what is told while that is under way, one is about it, and any more are somebody else's.
 */
export function noteChange(queryClient: QueryClient, id: TranscriptId): void {
  const { queryKey } = transcriptQuery(id);
  if (countPendingChanges(queryClient, id) === 0) {
    void queryClient.invalidateQueries({ queryKey });
    return;
  }
  const counts = told.get(queryClient) ?? new Map<TranscriptId, number>();
  told.set(queryClient, counts);
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
