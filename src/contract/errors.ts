import { z } from 'zod';
import { MAX_UPLOAD_TEXT } from './limits.ts';

/** Every error the interface can answer with: a stable code, its HTTP status, and the words for people. */
export const ERRORS = {
  unauthorized: { status: 401, message: 'Unauthorized' },
  wrong_credentials: { status: 401, message: 'The e-mail address or the password is wrong.' },
  email_taken: {
    status: 409,
    message: 'There is already an account with this e-mail address. Sign in instead.',
  },
  foreign_origin: { status: 403, message: 'This request came from another site and was refused.' },
  not_found: { status: 404, message: 'Not found' },
  invalid_input: { status: 400, message: 'The request is not valid.' },
  too_large: { status: 413, message: 'The request is too large.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  unavailable: {
    status: 503,
    message: 'The server is starting or cannot reach its database. Please try again shortly.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },

  unsupported_format: {
    status: 415,
    message:
      'Unsupported file format. Please upload video files (MP4, MOV, AVI) or audio files (MP3, WAV, M4A, AAC, FLAC, OGG).',
  },
  file_too_large: { status: 413, message: `File size exceeds ${MAX_UPLOAD_TEXT} limit.` },
  file_empty: { status: 400, message: 'The file is empty. Please choose another file.' },
  upload_not_found: {
    status: 404,
    message: 'This upload does not exist or has expired. Please upload the file again.',
  },
  upload_link_expired: {
    status: 403,
    message: 'This upload link is not valid or has expired. Please start the upload again.',
  },
  upload_incomplete: { status: 409, message: 'The file has not arrived completely. Please upload it again.' },
  upload_in_progress: { status: 409, message: 'This file is already being uploaded in another window.' },
  upload_already_processed: { status: 409, message: 'This upload has already become a transcript.' },

  transcript_not_found: { status: 404, message: 'Transcript not found.' },
  transcript_not_running: { status: 409, message: 'This transcript is not being processed.' },
  transcript_not_failed: { status: 409, message: 'Only a failed transcript can be tried again.' },
  media_forbidden: { status: 403, message: 'Media authentication failed' },
  media_not_found: { status: 404, message: 'Media playback not available for this transcript' },
  waveform_not_found: { status: 404, message: 'There is no level picture for this transcript.' },
  query_too_short: { status: 400, message: 'Type at least 2 characters to search.' },

  // Reasons for which a transcription ends as failed; the message becomes the transcript's errorMessage.
  cancelled: { status: 409, message: 'The transcription was cancelled. You can try it again at any time.' },
  media_unreadable: {
    status: 422,
    message:
      'This file could not be read as audio or video. It may be damaged or cut off. Please check that it plays on your device and upload it again.',
  },
  no_audio: { status: 422, message: 'This file has no sound, so there is nothing to transcribe.' },
  media_too_long: {
    status: 422,
    message: 'This recording is longer than 24 hours. Please split it and upload the parts.',
  },
  media_timeout: {
    status: 422,
    message:
      'Reading this file took too long, so it was stopped. Please convert it to MP3 or MP4 and upload it again.',
  },
  media_missing: { status: 422, message: 'The recording is no longer in storage. Please upload it again.' },
  engine_failed: {
    status: 500,
    message: 'The speech recognition stopped unexpectedly, more than once. You can try it again.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The body of every answer that is not a success. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
