import { z } from 'zod';
import { Success } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { RecordingId, TranscriptId, wholeNumber } from './ids.ts';
import { TranscriptionFields } from './transcription-options.ts';

/** A live recording whose pieces are on the server and that has not become a transcript yet. */
export const UnfinishedRecording = z.object({
  id: RecordingId,
  /** When its first piece arrived. */
  createdAt: z.iso.datetime(),
  /** When its last piece arrived; a recording that is still growing may be in progress in another window. */
  changedAt: z.iso.datetime(),
  /** The number of pieces in the contiguous prefix; whatever follows a gap cannot be used without it. */
  pieces: z.int(),
  sizeBytes: z.int(),
});
export type UnfinishedRecording = z.infer<typeof UnfinishedRecording>;

export const listRecordings = endpoint({
  method: 'GET',
  path: '/api/recordings',
  summary: 'Recordings that have not been transcribed yet, newest first.',
  caller: 'signed-in',
  scope: 'read',
  response: z.object({ recordings: z.array(UnfinishedRecording) }),
});

export const discardRecording = endpoint({
  method: 'DELETE',
  path: '/api/recordings/:id',
  summary: 'Discard the pieces of a recording. It is not an error if there are none.',
  caller: 'signed-in',
  scope: 'transcribe',
  params: z.object({ id: RecordingId }),
  response: Success,
});

/**
 * Where a piece of a recording is PUT, as bytes, while recording: pieces are numbered from 0 and, concatenated in order, form the
 * file. 204 is success; the same piece may be sent again.
 */
export const RECORDING_PIECE_PATH = '/api/recordings/:id/pieces/:position';

/**
 * Where a recording is POSTed to be transcribed, as multipart/form-data, with the fields of `RecordingForm` before the file `video`.
 * Returns `{transcriptId}`; sending the same recording again returns the same transcript.
 */
export const TRANSCRIBE_RECORDING_PATH = '/api/transcribe/upload';

/** The fields beside the file. All are optional: a file alone is a whole recording. */
export const RecordingForm = TranscriptionFields.extend({
  /** The recording whose pieces were sent before. */
  recordingId: RecordingId.optional(),
  /** The number of pieces on the server that precede the file; 0: the file is the whole recording. */
  from: wholeNumber({ min: 0, max: 1_000_000 }).default(0),
  title: z.string().trim().max(200).optional(),
});
export type RecordingForm = z.infer<typeof RecordingForm>;

export const TranscribedRecording = z.object({ transcriptId: TranscriptId });
export type TranscribedRecording = z.infer<typeof TranscribedRecording>;

/** The types that browsers record in; every type that can be uploaded is accepted too. */
export const RECORDED_TYPES: readonly string[] = [
  'audio/mp4',
  'audio/webm',
  'audio/ogg',
  'video/webm',
  'video/mp4',
  'video/ogg',
];
