import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import { deleteTranscript } from '#contract/transcripts.ts';
import { ApiError, call, isUnauthorized } from '#web/lib/api.ts';
import { formatCount } from '#web/lib/format.ts';
import { failedOf } from '#web/lib/one-by-one.ts';
import { PROJECTS_KEY } from '#web/lib/project-keys.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';
import { toast } from '#web/ui/toast-store.ts';
import { leaveForLogin } from '#web/ui/use-unauthorized.ts';
import { transcriptQuery } from '../data.ts';

/** Deletes transcripts one by one, and returns those that could not be deleted. */
export function useDeleteMany() {
  const queryClient = useQueryClient();
  const [left, setLeft] = useState(0);

  async function deleteMany(ids: readonly TranscriptId[]): Promise<TranscriptId[]> {
    setLeft(ids.length);
    const failed = await failedOf(ids, async (id) => {
      const wasDeleted = await isGone(id);
      if (wasDeleted) queryClient.removeQueries({ queryKey: transcriptQuery(id).queryKey });
      setLeft((count) => count - 1);
      return wasDeleted;
    });
    await Promise.all(
      [TRANSCRIPT_LISTS_KEY, PROJECTS_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
    const done = ids.length - failed.length;
    if (failed.length > 0) {
      toast({
        title: 'Error',
        description: ids.length === 1 ? 'Failed to delete transcript' : 'Failed to delete some transcripts',
        variant: 'destructive',
      });
    } else {
      toast({ title: done === 1 ? 'Transcript deleted' : `${formatCount(done, 'transcript')} deleted` });
    }
    return failed;
  }

  return { left, deleteMany };
}

/** Deletes a transcript; true also if it had been deleted already. */
async function isGone(id: TranscriptId): Promise<boolean> {
  try {
    await call(deleteTranscript, { params: { id } });
    return true;
  } catch (error) {
    if (isUnauthorized(error)) leaveForLogin();
    return error instanceof ApiError && error.status === 404;
  }
}
