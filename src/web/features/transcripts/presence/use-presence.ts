import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endPresence, sayPresence } from '#contract/presence.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { useIsLive } from '#web/lib/event-stream.ts';
import { windowId } from '#web/lib/window-id.ts';
import { useWritingIn } from '../editing/use-edit-session.ts';
import { type Present, presenceQuery } from './data.ts';
import { createReporter } from './reporter.ts';

const NOBODY: Present = { people: [], more: 0 };

let reporter: ReturnType<typeof createReporter> | null = null;

/**
 * Who else is in a transcript; while it is shown, the server is told that this window is, too, and where its user writes. Nobody
 * else can be in a transcript that belongs to no project.
 */
export function usePresence({ id, projectId }: Pick<Transcript, 'id' | 'projectId'>): Present {
  const isShared = projectId !== null;
  const isLive = useIsLive();
  const queryClient = useQueryClient();
  const segmentId = useWritingIn(id);
  const { data = NOBODY } = useQuery(presenceQuery(id));

  useEffect(() => {
    if (!isLive) windowReporter().forget();
    else if (isShared) windowReporter().say({ transcriptId: id, segmentId });
    else windowReporter().leave(id);
  }, [id, segmentId, isLive, isShared]);
  useEffect(
    () => () => {
      windowReporter().leave(id);
      queryClient.removeQueries({ queryKey: presenceQuery(id).queryKey });
    },
    [id, queryClient],
  );
  // Without events, nobody knows who is still here.
  return isLive && isShared ? data : NOBODY;
}

function windowReporter() {
  reporter ??= createReporter({
    say: ({ transcriptId, segmentId }) =>
      call(sayPresence, { params: { id: transcriptId }, body: { window: windowId(), segmentId } }),
    leave: (id) => call(endPresence, { params: { id }, query: { window: windowId() } }),
    isFinal: (error) => error instanceof ApiError && error.status < 500 && error.status !== 429,
    after: (ms, run) => void setTimeout(run, ms),
  });
  return reporter;
}
