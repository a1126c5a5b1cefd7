import { queryOptions } from '@tanstack/react-query';
import { findKnownRecordings } from '#contract/uploads.ts';
import { call } from '#web/lib/api.ts';
import { KNOWN_RECORDINGS_KEY } from '#web/lib/transcript-keys.ts';

interface ComparedFile {
  sizeBytes: number;
  /** Null: only its size is known. */
  sha256: string | null;
}

/** The transcripts of the same file; of its size alone, only whether there may be any. Asked anew each time, because others bring in files, too. */
export const knownQuery = ({ sizeBytes, sha256 }: ComparedFile) =>
  queryOptions({
    queryKey: [...KNOWN_RECORDINGS_KEY, sizeBytes, sha256],
    queryFn: ({ signal }) =>
      call(findKnownRecordings, { body: { sizeBytes, ...(sha256 ? { sha256 } : {}) }, signal }),
    staleTime: 0,
  });
