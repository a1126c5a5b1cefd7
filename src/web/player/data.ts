import { queryOptions } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { getMediaCdnUrl, getMediaToken } from '#contract/media.ts';
import { getWaveform } from '#contract/transcripts.ts';
import { call } from '#web/lib/api.ts';

/** The token of a transcript's media; a fetch that fails counts as an empty one. */
export const mediaTokenQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: ['media-token', id],
    queryFn: async ({ signal }) => {
      try {
        return (await call(getMediaToken, { params: { id }, signal })).token;
      } catch (error) {
        if (signal.aborted) throw error;
        return '';
      }
    },
    // A new token means a new address, and loading anew: it is asked for only when the old one has failed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Where the media store hands the media out itself; null where the server streams. */
export const cdnUrlQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: ['media-cdn-url', id],
    queryFn: async ({ signal }) => {
      try {
        return (await call(getMediaCdnUrl, { params: { id }, signal })).cdnUrl;
      } catch (error) {
        if (signal.aborted) throw error;
        return null;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const waveformQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: ['waveform', id],
    queryFn: ({ signal }) => call(getWaveform, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
