import { queryOptions } from '@tanstack/react-query';
import { getSharedTranscript } from '#contract/shares.ts';
import { call } from '#web/lib/api.ts';

/** The transcript behind a public link. */
export const sharedQuery = (shareId: string) =>
  queryOptions({
    queryKey: ['shared', shareId],
    queryFn: ({ signal }) => call(getSharedTranscript, { params: { shareId }, signal }),
    // Each response has a new address of the recording, which would restart the playback.
    staleTime: Number.POSITIVE_INFINITY,
  });
