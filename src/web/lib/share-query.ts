import { queryOptions } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { getShare } from '#contract/shares.ts';
import { call } from './api.ts';

/** The public link of a transcript, or null. */
export const shareQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: ['share', 'of', id],
    queryFn: ({ signal }) => call(getShare, { params: { id }, signal }),
    // Another window may have revoked it, and it may expire.
    staleTime: 0,
  });
