import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { toast } from '#web/ui/toast-store.ts';
import { changeMutation, countPendingChanges, transcriptQuery } from './data.ts';

/**
 * Shows a change of a transcript at once, and reverts it if the server refuses. Changes of one transcript are sent one after the
 * other: each contains all speaker names, so one that overtook another would undo it. Only the response to the last one is shown,
 * because earlier responses do not contain it.
 */
export function useChangeTranscript(id: TranscriptId, texts: { done?: string; failed: string }) {
  const queryClient = useQueryClient();
  const { queryKey } = transcriptQuery(id);
  const isLast = () => countPendingChanges(queryClient, id) === 1;
  return useMutation({
    ...changeMutation,
    scope: { id: `transcript ${id}` },
    onMutate: async ({ id: _, ...change }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (shown) => shown && { ...shown, ...change });
      return before;
    },
    onSuccess: (saved) => {
      if (isLast()) queryClient.setQueryData(queryKey, (shown) => shown && { ...shown, ...detailsOf(saved) });
      if (texts.done) toast({ title: texts.done });
    },
    onError: (_error, _change, before) => {
      if (before && isLast()) {
        queryClient.setQueryData(queryKey, (shown) => shown && { ...shown, ...detailsOf(before) });
        // `before` may contain a change whose own response was not shown.
        void queryClient.invalidateQueries({ queryKey });
      }
      toast({ title: 'Error', description: texts.failed, variant: 'destructive' });
    },
  });
}

/** The fields that a change can affect. Not the text, because text typed in the meantime may be newer than this response. */
function detailsOf({
  title,
  speakerNames,
  showSpeakers,
  language,
  languageBy,
  undo,
  redo,
  editCount,
}: Transcript) {
  return { title, speakerNames, showSpeakers, language, languageBy, undo, redo, editCount };
}
