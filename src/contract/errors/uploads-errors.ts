import { MAX_UPLOAD_BYTES } from '../limits.ts';
import { AUDIO_FORMATS, VIDEO_FORMATS } from '../media-types.ts';
import { tooLargeText } from '../upload-limits.ts';
import type { ErrorTable } from './error-table.ts';

/** Errors of uploaded files and recordings. */
export const UPLOADS_ERRORS = {
  unsupported_format: {
    status: 415,
    message: `Unsupported file format. Please upload video files (${VIDEO_FORMATS}) or audio files (${AUDIO_FORMATS}).`,
  },
  /** Where another limit was exceeded, the server names that. */
  file_too_large: { status: 413, message: tooLargeText(MAX_UPLOAD_BYTES) },
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
  upload_already_processed: { status: 409, message: 'This upload has already become a transcript.' },
  recording_not_found: { status: 404, message: 'This recording does not exist.' },
  recording_incomplete: {
    status: 409,
    message: 'Parts of this recording have not arrived. They will be sent again.',
  },
  recording_finished: { status: 409, message: 'This recording has already become a transcript.' },
  too_many_pieces: {
    status: 409,
    message: 'This recording has too many parts. Stop and transcribe it, then record the rest separately.',
  },
  too_many_recordings: {
    status: 409,
    message: 'Too many recordings are waiting. Transcribe or discard some of them first.',
  },
  video_field_missing: {
    status: 400,
    message: 'The recording is missing: send it as the file "video" of a multipart form.',
  },
} as const satisfies ErrorTable;
