import { MAX_SOURCE_TEXT } from '../limits.ts';
import type { ErrorTable } from './error-table.ts';

/** Reasons for which a transcription ends as failed; the message becomes the transcript's errorMessage. */
export const TRANSCRIPTION_ERRORS = {
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
  disk_too_small: {
    status: 422,
    message:
      'The disk of this server is too small for a recording of this length. Please split it and upload the parts, or tell whoever runs the server.',
  },
  media_timeout: {
    status: 422,
    message:
      'Reading this file took too long, so it was stopped. Please convert it to MP3 or MP4 and upload it again.',
  },
  source_not_found: {
    status: 422,
    message:
      'There is nothing at this address any more. Look the episode up again with Podcast Search: it may have moved.',
  },
  source_denied: {
    status: 422,
    message:
      'The server that hosts this recording refused to provide it. If you can download it yourself, use File Upload.',
  },
  source_unreachable: {
    status: 422,
    message:
      'The recording could not be downloaded: its server did not answer, or dropped the connection several times. Please try again later.',
  },
  source_timeout: {
    status: 422,
    message:
      'The download was too slow and timed out. Please try again later, or download the file yourself and use File Upload.',
  },
  source_too_large: {
    status: 422,
    message: `The recording at this address is larger than ${MAX_SOURCE_TEXT}, which is the limit.`,
  },
  source_empty: {
    status: 422,
    message: 'The file at this address is empty, so there is nothing to transcribe.',
  },
  source_not_media: {
    status: 422,
    message:
      'This address leads to a web page or a text, not to a recording. Please choose the episode with Podcast Search.',
  },
  video_bot_check: {
    status: 422,
    message:
      'Downloads from YouTube are temporarily blocked: it asks for a sign-in to confirm that you are not a bot. Please use search to choose another video, or wait a while and try again.',
  },
  video_no_captions: {
    status: 422,
    message:
      'This video has no captions, and its sound could not be downloaded. Captions are needed for it: choose a video with captions, or download it manually and use File Upload.',
  },
  video_download_failed: {
    status: 422,
    message:
      'All methods to get this video failed: YouTube may have changed its pages. Please download the video manually and use File Upload.',
  },
  video_rate_limited: {
    status: 429,
    message: 'Too many requests. Please wait a few minutes before trying again.',
  },
  video_unavailable: {
    status: 422,
    message: 'This video is not available. It may be private, deleted or restricted in the region.',
  },
  video_age_restricted: {
    status: 422,
    message: 'This video is age-restricted and cannot be processed.',
  },
  video_live: {
    status: 422,
    message: 'This video is a live stream that has not ended. Please try again when it is over.',
  },
  video_timeout: {
    status: 422,
    message: 'The video download timed out. Please try again later, or choose a shorter video.',
  },
  media_missing: { status: 422, message: 'The recording is no longer in storage. Please upload it again.' },
} as const satisfies ErrorTable;
