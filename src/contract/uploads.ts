import { z } from 'zod';
import { cutTextBefore } from './cut-text.ts';
import { endpoint } from './endpoint.ts';
import { ImportId, TranscriptId, UploadId } from './ids.ts';
import { ImportTiming } from './import-formats.ts';
import { MAX_FILE_NAME_LENGTH } from './limits.ts';
import { AUDIO_FORMATS, OTHER_AUDIO_FORMATS, OTHER_VIDEO_FORMATS, VIDEO_FORMATS } from './media-types.ts';
import { TranscriptionOptions } from './transcription-options.ts';
import { TranscriptListItem } from './transcripts.ts';

/** Longer names are truncated, not refused: the content of the file matters, not its name. */
export const FileName = z
  .string()
  .min(1)
  .max(4096)
  .transform((name) => cutTextBefore(name, MAX_FILE_NAME_LENGTH));

export const getUploadLimits = endpoint({
  method: 'GET',
  path: '/api/upload/limits',
  summary: 'How large an uploaded file may be, in bytes.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  response: z.object({ maxBytes: z.int() }),
});

export const authorizeUpload = endpoint({
  method: 'POST',
  path: '/api/upload/presigned-url',
  summary: `Ask for an address to PUT a file to: audio (${AUDIO_FORMATS}) or video (${VIDEO_FORMATS}). Others are tried: ${OTHER_AUDIO_FORMATS}, ${OTHER_VIDEO_FORMATS}, and whatever else its type calls audio or video.`,
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  body: z.object({ filename: FileName, filesize: z.int().nonnegative(), contentType: z.string().max(200) }),
  response: z.object({
    /** PUT the file's bytes here, with its Content-Type; 200 or 204 is success. */
    uploadUrl: z.string(),
    uploadId: UploadId,
    maxSize: z.int(),
    /**
     * Set for a large file, which can also be sent in parts of this many bytes (the last part is the remainder). Parts that have arrived
     * are kept if the connection is lost; `listUploadParts` says where to PUT the others.
     */
    partSize: z.int().nullable(),
  }),
});

export const UploadPart = z.object({
  /** From 1. */
  number: z.int(),
  sizeBytes: z.int(),
  /** PUT the part's bytes here, exactly as many; 200 or 204 is success. Null if it has already arrived. */
  url: z.string().nullable(),
});
export type UploadPart = z.infer<typeof UploadPart>;

export const listUploadParts = endpoint({
  method: 'POST',
  path: '/api/upload/:id/parts',
  summary:
    'The parts of a large upload, each with the address to PUT it to if it has not arrived. Processing puts them together.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  params: z.object({ id: UploadId }),
  response: z.object({ partSize: z.int(), parts: z.array(UploadPart) }),
});

export const KnownRecording = TranscriptListItem.pick({
  id: true,
  title: true,
  status: true,
  projectId: true,
  projectName: true,
  createdAt: true,
}).extend({
  /** Whether it is the caller's own; if not, it is in a project of which the caller is a member. */
  isOwn: z.boolean(),
});
export type KnownRecording = z.infer<typeof KnownRecording>;

export const KnownRecordings = z.object({
  /** Without a hash: whether a file of this size is there, so that hashing is worthwhile. */
  mayBeKnown: z.boolean(),
  /** The newest first; empty without a hash. */
  transcripts: z.array(KnownRecording),
  /** How many there are, of which the first are listed. */
  totalCount: z.int(),
});
export type KnownRecordings = z.infer<typeof KnownRecordings>;

export const findKnownRecordings = endpoint({
  method: 'POST',
  path: '/api/upload/known',
  summary:
    'The transcripts that were made from the same file, as far as the caller may read them. Asked with the size alone, it only says whether there may be any, so that most files need not be hashed.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  body: z.object({
    sizeBytes: z.int().positive(),
    /** SHA-256 of the file as it is, 64 hex digits in lower case. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'The SHA-256 must be 64 hex digits in lower case.')
      .optional(),
  }),
  response: KnownRecordings,
});

export const processUpload = endpoint({
  method: 'POST',
  path: '/api/upload/process',
  summary:
    'Turn an uploaded file into a transcript; calling it twice with one uploadId returns the same transcript.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  body: TranscriptionOptions.extend({
    uploadId: UploadId,
    uploadUrl: z.string().max(8192).optional(),
    filename: FileName.optional(),
    /** A text from `/api/imports` that becomes the text of the recording. */
    importId: ImportId.optional(),
    importTiming: ImportTiming.default('file'),
  }),
  response: z.object({ id: TranscriptId }),
});
