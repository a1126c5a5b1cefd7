import { useQueryClient } from '@tanstack/react-query';
import { editTranscript } from '#contract/edits.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { call } from '#web/lib/api.ts';
import { showFailure } from '#web/ui/show-failure.ts';
import { toast } from '#web/ui/toast-store.ts';
import { editSessionOf } from '../editing/edit-session.ts';
import { useChangeTranscript } from '../use-change-transcript.ts';

const FAILED = 'Failed to update speaker names';

/** The actions on a transcript's speakers. Names are shown at once, and reverted if the server refuses. */
export function useSpeakers({ id, speakerNames }: Pick<Transcript, 'id' | 'speakerNames'>) {
  const queryClient = useQueryClient();
  const change = useChangeTranscript(id, { done: 'Speaker names updated successfully', failed: FAILED });

  return {
    /** Rejects if it failed, which it also shows. */
    rename: (label: string, name: string) =>
      change.mutateAsync({ id, speakerNames: { ...speakerNames, [label]: name } }),
    /** All names at once; what is not among them has none. Rejects if it failed, which it also shows. */
    renameAll: (names: Readonly<Record<string, string>>) =>
      change.mutateAsync({ id, speakerNames: { ...names } }),
    reset: (label: string) => {
      const { [label]: _, ...others } = speakerNames;
      change.mutate({ id, speakerNames: others });
    },
    merge: async (from: { label: string; name: string }, into: { label: string; name: string }) => {
      try {
        await editSessionOf(queryClient, id).run(() =>
          call(editTranscript, {
            params: { id },
            body: { kind: 'merge-speakers', from: from.label, into: into.label },
          }),
        );
        toast({ title: `${from.name} is now ${into.name}`, description: 'Undo brings the speaker back.' });
      } catch (error) {
        showFailure(error, FAILED);
      }
    },
  };
}
