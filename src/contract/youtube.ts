import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { TranscriptId } from './ids.ts';
import { MAX_ADDRESS_LENGTH, VIDEOS_FOUND, VIDEOS_FOUND_AT_MOST } from './limits.ts';
import { SourceQuery } from './sources.ts';
import { TranscriptionOptions } from './transcription-options.ts';

/** A video as the site's search shows it; missing facts are 'Unknown'. */
export const FoundVideo = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  thumbnail: z.string(),
  channelTitle: z.string(),
  /** As text, such as '12:34'. */
  duration: z.string(),
  /** As text, such as '1,234 views'. */
  viewCount: z.string(),
});
export type FoundVideo = z.infer<typeof FoundVideo>;

export const searchVideos = endpoint({
  method: 'POST',
  path: '/api/youtube/search',
  summary: 'Find videos, best first.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  body: z.object({
    query: SourceQuery,
    limit: z.int().min(1).max(VIDEOS_FOUND_AT_MOST).default(VIDEOS_FOUND),
  }),
  response: z.object({ results: z.array(FoundVideo) }),
});

export const transcribeVideo = endpoint({
  method: 'POST',
  path: '/api/transcribe/youtube',
  summary:
    'Transcribe a video from its link. If the same one is already being processed, returns that transcript.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  body: TranscriptionOptions.omit({ suggestSpeakers: true }).extend({
    /** A watch, short, shorts, live, embed or studio link, or a text with one; `videoIdOf` has the rules. */
    url: z.string().max(MAX_ADDRESS_LENGTH),
    /** Off: its captions if it has any, otherwise its audio. On: its audio, with speakers. */
    enhancedMode: z.boolean().default(false),
  }),
  response: z.object({ transcriptId: TranscriptId }),
});
