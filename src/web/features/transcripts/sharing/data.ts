import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { createShare, getShare, revokeShare } from '#contract/shares.ts';
import { call } from '#web/lib/api.ts';

/** The public link of a transcript, or null. */
export const shareQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: ['share', 'of', id],
    queryFn: ({ signal }) => call(getShare, { params: { id }, signal }),
    // Another window may have revoked it, and it may expire.
    staleTime: 0,
  });

/** `expiresInDays`: null for never; absent to keep the current expiry. */
export const shareMutation = mutationOptions({
  mutationFn: ({ id, ...body }: { id: TranscriptId; expiresInDays?: number | null }) =>
    call(createShare, { params: { id }, body }),
});

export const revokeMutation = mutationOptions({
  mutationFn: (id: TranscriptId) => call(revokeShare, { params: { id } }),
});
