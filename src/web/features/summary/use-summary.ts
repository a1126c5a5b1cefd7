import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { ApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast-store.ts';
import {
  finishProgress,
  makeSummaryMutation,
  storeProgress,
  summaryProgressQuery,
  summaryQuery,
} from './data.ts';

/** The summary of a transcript, and the action that writes it. */
export function useSummary(id: TranscriptId) {
  const queryClient = useQueryClient();
  const query = useQuery(summaryQuery(id));
  const { data: percent } = useQuery(summaryProgressQuery(id));
  const options = makeSummaryMutation(id);
  const isAsked = useIsMutating({ mutationKey: options.mutationKey }) > 0;
  const make = useMutation({
    ...options,
    onMutate: () => query.data?.createdAt,
    onSuccess: (summary) => {
      finishProgress(queryClient, id);
      queryClient.setQueryData(summaryQuery(id).queryKey, summary);
    },
    onError: async (error, _, before) => {
      if (isPendingElsewhere(error)) return waitForOther(before);
      finishProgress(queryClient, id);
      toast({
        title: 'Summary Generation Failed',
        description: reasonOf(error),
        variant: 'destructive',
      });
    },
  });
  /** Waits for the summary that another window requested first; it may have arrived already. */
  async function waitForOther(before: string | undefined): Promise<void> {
    storeProgress(queryClient, id, percent ?? 0);
    const found = await queryClient.fetchQuery({ ...summaryQuery(id), staleTime: 0 }).catch(() => null);
    if (found && found.createdAt !== before) finishProgress(queryClient, id);
  }

  const isGenerating = isAsked || percent !== null;
  return {
    query,
    isGenerating,
    /** 0 to 100. */
    percent: percent ?? 0,
    generate: () => {
      if (!isGenerating) make.mutate();
    },
  };
}

function isPendingElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'summary_pending';
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.userMessage ?? 'Please try again.';
  return 'The connection was lost. If the summary is still being written, it will appear here.';
}
