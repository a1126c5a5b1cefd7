import { z } from 'zod';
import { Success } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { ClipId, TranscriptId } from './ids.ts';
import { MAX_RECORDING_MS } from './limits.ts';

const ByTranscript = z.object({ id: TranscriptId });
const ByClip = z.object({ id: TranscriptId, clipId: ClipId });

/** MP3 is the sound alone; MP4 has the picture, too. */
export const ClipFormat = z.enum(['mp3', 'mp4']);
export type ClipFormat = z.infer<typeof ClipFormat>;

export const ClipStatus = z.enum(['processing', 'ready', 'failed']);
export type ClipStatus = z.infer<typeof ClipStatus>;

/** A part of a recording that was, or is being, made into a file. */
export const Clip = z.object({
  id: ClipId,
  /** Seconds of the recording. */
  start: z.number(),
  end: z.number(),
  format: ClipFormat,
  /** Whether the captions are in the picture. */
  captions: z.boolean(),
  status: ClipStatus,
  /** 0 to 100. */
  progressPercent: z.number(),
  /** Why it failed, to be shown; null otherwise. */
  errorMessage: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  /** Where the file is; null until it is ready. */
  url: z.string().nullable(),
  filename: z.string(),
  /** Whether the caller may delete it. */
  canDelete: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type Clip = z.infer<typeof Clip>;

const seconds = z
  .number()
  .min(0)
  .max(MAX_RECORDING_MS / 1000);

export const createClip = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/clips',
  summary:
    'Make a file of a part of the recording (seconds). The same part in the same way is the same clip; one that has failed is tried again.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ByTranscript,
  body: z.object({
    start: seconds,
    /** An end beyond the recording is its end. */
    end: seconds,
    format: ClipFormat,
    /** Draws the text into the picture of an MP4. */
    captions: z.boolean().default(false),
  }),
  response: Clip,
});

export const listClips = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/clips',
  summary: 'The clips of a transcript that were made into files, in order of time.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ByTranscript,
  response: z.array(Clip),
});

export const getClip = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/clips/:clipId',
  summary: 'One clip.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ByClip,
  response: Clip,
});

export const deleteClip = endpoint({
  method: 'DELETE',
  path: '/api/transcripts/:id/clips/:clipId',
  summary: 'Delete a clip, or stop making it: whoever made it, and those who may edit the transcript.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ByClip,
  response: Success,
});

/** The file of a clip. */
export const clipFilePath = (id: TranscriptId | ':id', clipId: ClipId | ':clipId') =>
  `/api/transcripts/${id}/clips/${clipId}/file`;
