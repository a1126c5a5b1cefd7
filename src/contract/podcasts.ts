import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { TranscriptId, wholeNumber } from './ids.ts';
import { EPISODES_PAGE_SIZE, MAX_PAGE_SIZE, PODCASTS_FOUND, PODCASTS_FOUND_AT_MOST } from './limits.ts';
import { SourceAddress, SourceQuery, SourceTitle } from './sources.ts';
import { TranscriptionOptions } from './transcription-options.ts';

/** The podcast's number in the directory, as text. */
export const PodcastId = z.string().regex(/^\d{1,15}$/);

export const Podcast = z.object({
  id: PodcastId,
  title: z.string(),
  author: z.string(),
  imageUrl: z.string().nullable(),
  genre: z.string(),
  /** Plain text, from the directory or the feed; '' if neither provides it in time. */
  description: z.string(),
  episodeCount: z.int().nonnegative(),
});
export type Podcast = z.infer<typeof Podcast>;

export const Episode = z.object({
  /** Unique within its podcast. */
  id: z.string(),
  title: z.string(),
  /** Plain text. */
  description: z.string(),
  audioUrl: z.string(),
  publishDate: z.iso.datetime().nullable(),
  /** Seconds; null if the feed does not say. */
  duration: z.number().nonnegative().nullable(),
  episodeNumber: z.int().nonnegative().optional(),
});
export type Episode = z.infer<typeof Episode>;

export const searchPodcasts = endpoint({
  method: 'POST',
  path: '/api/podcasts/search',
  summary: 'Find podcasts in the directory, best first.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  body: z.object({
    query: SourceQuery,
    limit: z.int().min(1).max(PODCASTS_FOUND_AT_MOST).default(PODCASTS_FOUND),
    /** False if descriptions are not shown, as while typing: then nothing waits for feeds. */
    descriptions: z.boolean().default(true),
  }),
  response: z.object({ results: z.array(Podcast) }),
});

export const listEpisodes = endpoint({
  method: 'GET',
  path: '/api/podcasts/:id/episodes',
  summary: "A podcast's episodes that can be transcribed, newest first, those without a date last.",
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  params: z.object({ id: PodcastId }),
  query: z.object({
    limit: wholeNumber({ min: 1, max: MAX_PAGE_SIZE }).default(EPISODES_PAGE_SIZE),
    offset: wholeNumber({ min: 0, max: 1_000_000 }).default(0),
  }),
  response: z.object({
    podcast: z.object({ id: PodcastId, title: z.string(), description: z.string() }),
    episodes: z.array(Episode),
    hasMore: z.boolean(),
    totalCount: z.int().nonnegative(),
  }),
});

export const transcribePodcast = endpoint({
  method: 'POST',
  path: '/api/transcribe/podcast',
  summary:
    'Transcribe an episode from the address of its audio. If the same one is already being processed, returns that transcript.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  body: TranscriptionOptions.extend({ url: SourceAddress, title: SourceTitle }),
  response: z.object({ transcriptId: TranscriptId }),
});
