import { z } from 'zod';
import { Success } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { ShareId, TranscriptId } from './ids.ts';
import { MAX_SHARE_DAYS } from './limits.ts';
import { SegmentWords } from './segments.ts';
import { Transcript, Waveform } from './transcripts.ts';

const ById = z.object({ id: TranscriptId });
const ByShare = z.object({ shareId: ShareId });

/** A public link to one transcript. */
export const Share = z.object({
  shareUrl: z.string(),
  /** Null: until it is revoked. */
  expiresAt: z.iso.datetime().nullable(),
});
export type Share = z.infer<typeof Share>;

export const createShare = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/share',
  summary:
    'Create a public link, or change how long the current one is valid. Sharing twice returns the same link.',
  caller: 'signed-in',
  scope: 'share',
  withinProject: true,
  params: ById,
  body: z
    .object({
      /** Days from now; null: forever; absent: unchanged, or forever for a new link. */
      expiresInDays: z.int().min(1).max(MAX_SHARE_DAYS).nullable().optional(),
    })
    .default({}),
  response: Share,
});

export const getShare = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/share',
  summary: 'The public link, if there is a valid one.',
  caller: 'signed-in',
  scope: 'share',
  withinProject: true,
  params: ById,
  response: Share.nullable(),
});

export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/api/transcripts/:id/share',
  summary: 'Revoke the public link at once, for the text and for the recording.',
  caller: 'signed-in',
  scope: 'share',
  withinProject: true,
  params: ById,
  response: Success,
});

/** What anyone holding the link sees: the transcript, without its owner and its history. */
export const SharedTranscript = Transcript.pick({
  title: true,
  status: true,
  transcript: true,
  timestampedTranscript: true,
  speakerNames: true,
  showSpeakers: true,
  speakersSuggested: true,
  doubtful: true,
  language: true,
  duration: true,
  wordCount: true,
  accuracy: true,
  sourceType: true,
  sourceUrl: true,
  originalFilename: true,
  segmentCount: true,
  mediaPreparing: true,
  createdAt: true,
}).extend({
  /** The link's own id. */
  id: ShareId,
  /** Includes its token, which is valid for one hour and only while the link is. */
  mediaUrl: z.string().nullable(),
});
export type SharedTranscript = z.infer<typeof SharedTranscript>;

export const getSharedTranscript = endpoint({
  method: 'GET',
  path: '/api/share/:shareId',
  summary: 'The transcript behind a public link.',
  caller: 'link',
  params: ByShare,
  response: SharedTranscript,
});

export const getSharedWords = endpoint({
  method: 'GET',
  path: '/api/share/:shareId/words',
  summary: 'The words of all segments with their times.',
  caller: 'link',
  params: ByShare,
  response: z.object({ segments: z.array(SegmentWords) }),
});

export const getSharedWaveform = endpoint({
  method: 'GET',
  path: '/api/share/:shareId/waveform',
  summary: 'The waveform of the recording.',
  caller: 'link',
  params: ByShare,
  response: Waveform,
});
