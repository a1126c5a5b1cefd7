import { mutationOptions } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { createShare, revokeShare } from '#contract/shares.ts';
import { call } from '#web/lib/api.ts';

/** `expiresInDays`: null for never; absent to keep the current expiry. */
export const shareMutation = mutationOptions({
  mutationFn: ({ id, ...body }: { id: TranscriptId; expiresInDays?: number | null }) =>
    call(createShare, { params: { id }, body }),
});

export const revokeMutation = mutationOptions({
  mutationFn: (id: TranscriptId) => call(revokeShare, { params: { id } }),
});
