import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { endSpeakerSearch, getSpeakerSearch, startSpeakerSearch } from '#contract/speaker-search.ts';
import { call } from '#web/lib/api.ts';

export const SPEAKER_SEARCH_KEY = ['speaker-search'] as const;

/** In case the events do not get through. */
const POLL_MS = 2000;

/** The search for the speakers of a transcript, and whether a better one is possible. */
export const speakerSearchQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: [...SPEAKER_SEARCH_KEY, id],
    queryFn: ({ signal }) => call(getSpeakerSearch, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.search?.status === 'processing' ? POLL_MS : false),
  });

const meta = { invalidates: [SPEAKER_SEARCH_KEY] };

export const startSearchMutation = mutationOptions({
  mutationFn: ({ id, speakers }: { id: TranscriptId; speakers: number | null }) =>
    call(startSpeakerSearch, { params: { id }, body: { speakers } }),
  meta,
});

export const endSearchMutation = mutationOptions({
  mutationFn: (id: TranscriptId) => call(endSpeakerSearch, { params: { id } }),
  meta,
});
