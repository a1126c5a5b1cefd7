import { queryOptions, skipToken } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { getMediaCdnUrl, getMediaToken } from '#contract/media.ts';
import type { SegmentWords } from '#contract/segments.ts';
import { getSharedWaveform, getSharedWords } from '#contract/shares.ts';
import { getWaveform, getWords } from '#contract/transcripts.ts';
import { afterPaint } from '#web/lib/after-paint.ts';
import { call } from '#web/lib/api.ts';
import type { RecordingRef } from './recording-ref.ts';

/** The token of a transcript's media; a failed fetch counts as an empty token. Null: it needs none. */
export const mediaTokenQuery = (id: TranscriptId | null) =>
  queryOptions({
    queryKey: ['media-token', id],
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) => {
            try {
              return (await call(getMediaToken, { params: { id }, signal })).token;
            } catch (error) {
              if (signal.aborted) throw error;
              return '';
            }
          },
    // A new token means a new address and reloading the media, so it is requested only when the old one has failed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The address at which the media store serves the media itself; null if the server streams it. */
export const cdnUrlQuery = (id: TranscriptId | null) =>
  queryOptions({
    queryKey: ['media-cdn-url', id],
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) => {
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

/** The waveform of the recording. */
export const waveformOf = (recording: RecordingRef) =>
  queryOptions({
    queryKey: ['waveform', ...keyOf(recording)],
    queryFn: ({ signal }) =>
      recording.kind === 'own'
        ? call(getWaveform, { params: { id: recording.id }, signal })
        : call(getSharedWaveform, { params: { shareId: recording.shareId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The words of each segment, by its id. Loaded after the text, because there are ten times as many. */
export type WordsOfSegments = ReadonlyMap<number, SegmentWords>;

export const WORDS_KEY = ['words'] as const;

/** The words of the recording. */
export const wordsOf = (recording: RecordingRef) =>
  queryOptions({
    queryKey: [...WORDS_KEY, ...keyOf(recording)],
    queryFn: async ({ signal }): Promise<WordsOfSegments> => {
      await afterPaint();
      const { segments } =
        recording.kind === 'own'
          ? await call(getWords, { params: { id: recording.id }, signal })
          : await call(getSharedWords, { params: { shareId: recording.shareId }, signal });
      return new Map(segments.map((segment) => [segment.id, segment]));
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Structural sharing would compare every word with the previously fetched ones.
    structuralSharing: false,
  });

export const wordsQuery = (id: TranscriptId) => wordsOf({ kind: 'own', id });

function keyOf(recording: RecordingRef): (number | string)[] {
  return recording.kind === 'own' ? [recording.id] : ['shared', recording.shareId];
}
