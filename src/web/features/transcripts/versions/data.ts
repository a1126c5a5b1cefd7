import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import type { TranscriptionOptions } from '#contract/transcription-options.ts';
import { listVersions, restoreVersion, transcribeAgain } from '#contract/transcripts.ts';
import { call } from '#web/lib/api.ts';
import { TRANSCRIPTS_KEY } from '#web/lib/transcript-keys.ts';
import { WORDS_KEY } from '#web/player/data.ts';

export const versionsQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: ['versions', id],
    queryFn: async ({ signal }) => (await call(listVersions, { params: { id }, signal })).versions,
    staleTime: 0,
  });

export const transcribeAgainMutation = mutationOptions({
  mutationFn: ({ id, ...body }: { id: TranscriptId } & TranscriptionOptions) =>
    call(transcribeAgain, { params: { id }, body }),
  meta: { invalidates: [TRANSCRIPTS_KEY] },
});

/** Also invalidates the words, which belong to the version shown. Versions and history are fetched each time they are opened. */
export const restoreVersionMutation = mutationOptions({
  mutationFn: (params: { id: TranscriptId; version: number }) => call(restoreVersion, { params }),
  meta: { invalidates: [TRANSCRIPTS_KEY, WORDS_KEY] },
});
