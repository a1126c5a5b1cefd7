import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { createClip, deleteClip, listClips } from '#contract/clips.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { call } from '#web/lib/api.ts';

export const CLIPS_KEY = ['clips'] as const;

/** In case the events do not get through. */
const POLL_MS = 2000;

/** The clips of a transcript that were made into files, in order of time. */
export const clipsQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: [...CLIPS_KEY, id],
    queryFn: ({ signal }) => call(listClips, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'processing') ? POLL_MS : false,
  });

const meta = { invalidates: [CLIPS_KEY] };

export const createClipMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof createClip>) => call(createClip, input),
  meta,
});

export const deleteClipMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof deleteClip>) => call(deleteClip, input),
  meta,
});
