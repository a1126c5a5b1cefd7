import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { applySpeakerSearch } from '#contract/speaker-search.ts';
import { call } from '#web/lib/api.ts';
import { showFailure } from '#web/ui/show-failure.ts';
import { toast } from '#web/ui/toast-store.ts';
import { transcriptQuery } from '../../data.ts';
import { editSessionOf } from '../../editing/edit-session.ts';
import { SPEAKER_SEARCH_KEY } from './data.ts';

/** Gives the text the speakers that were found, after everything typed is saved. */
export function useApply(id: TranscriptId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => editSessionOf(queryClient, id).run(() => call(applySpeakerSearch, { params: { id } })),
    onSuccess: () => {
      // Whether speakers are suggested and shown is not part of the text.
      void queryClient.invalidateQueries({ queryKey: transcriptQuery(id).queryKey });
      toast({
        title: 'Speakers changed',
        description: 'Undo brings the earlier ones back.',
      });
    },
    onError: (error) => showFailure(error, 'The speakers could not be changed.'),
    meta: { invalidates: [SPEAKER_SEARCH_KEY] },
  });
}
