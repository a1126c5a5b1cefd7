import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { SpeechChoice } from '#contract/speech-engines.ts';
import { searchVideos, transcribeVideo } from '#contract/youtube.ts';
import { call } from '#web/lib/api.ts';
import { TRANSCRIPT_LISTS_KEY } from '#web/lib/transcript-keys.ts';

const FRESH_MS = 5 * 60_000;

export const videosQuery = (query: string, limit: number) =>
  queryOptions({
    queryKey: ['videos', query, limit],
    queryFn: ({ signal }) => call(searchVideos, { body: { query, limit }, signal }),
    staleTime: FRESH_MS,
    retryOnMount: false,
  });

export const transcribeVideoMutation = mutationOptions({
  mutationFn: (body: { url: string; enhancedMode: boolean; engine: SpeechChoice }) =>
    call(transcribeVideo, { body }),
  meta: { invalidates: [TRANSCRIPT_LISTS_KEY] },
});
