import { z } from 'zod';
import { Success } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { TranscriptId } from './ids.ts';
import { MAX_PAGE_SIZE, MAX_SPEAKER_NAME_LENGTH, MAX_SPEAKER_NAMES, MAX_TITLE_LENGTH } from './limits.ts';

export const TranscriptStatus = z.enum(['processing', 'completed', 'failed']);
export type TranscriptStatus = z.infer<typeof TranscriptStatus>;

export const SourceType = z.enum(['podcast', 'youtube', 'upload', 'recording']);
export type SourceType = z.infer<typeof SourceType>;

/** What a running job is doing. 'waiting': in the queue behind other jobs. */
export const Stage = z.enum([
  'waiting',
  'reading',
  'decoding',
  'listening',
  'recognizing',
  'speakers',
  'finishing',
]);
export type Stage = z.infer<typeof Stage>;

/** A word as the interface gives it: seconds with milliseconds, confidence 0 to 1. */
export const TimestampedWord = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  confidence: z.number().nullable(),
});
export type TimestampedWord = z.infer<typeof TimestampedWord>;

export const TimestampedSegment = z.object({
  /** Original label; `speakerNames` maps it to what people call the speaker. */
  speaker: z.string(),
  text: z.string(),
  /** '[mm:ss.mmm]'; minutes may exceed 59. */
  timestamp: z.string(),
  start: z.number(),
  end: z.number(),
  words: z.array(TimestampedWord),
  /** Whether the word times were measured by the engine or estimated from the length of the text. */
  timing: z.enum(['measured', 'estimated']),
});
export type TimestampedSegment = z.infer<typeof TimestampedSegment>;

export const TranscriptListItem = z.object({
  id: TranscriptId,
  title: z.string(),
  status: TranscriptStatus,
  /** Seconds; null until known. */
  duration: z.number().nullable(),
  wordCount: z.int().nullable(),
  /** Mean word confidence in percent; null where the engine gives none. */
  accuracy: z.number().nullable(),
  sourceType: SourceType,
  sourceUrl: z.string().nullable(),
  originalFilename: z.string().nullable(),
  errorMessage: z.string().nullable(),
  /** Stable reason of a failure (see ERRORS); null otherwise. */
  errorCode: z.string().nullable(),
  segmentCount: z.int(),
  /** 0 to 100, true work done; 100 when completed. */
  progressPercent: z.number(),
  stage: Stage.nullable(),
  createdAt: z.iso.datetime(),
});
export type TranscriptListItem = z.infer<typeof TranscriptListItem>;

export const Transcript = TranscriptListItem.extend({
  /** The whole text, paragraphs by speaker turn. While processing: the text so far. */
  transcript: z.string(),
  /** While processing: the segments so far, all of 'Speaker 1'. */
  timestampedTranscript: z.array(TimestampedSegment),
  speakerNames: z.record(z.string(), z.string()),
  /** Where the recording plays from (append `?token=`); null when there is none, or not yet. */
  mediaUrl: z.string().nullable(),
  /** A copy that browsers can play is still being made (MOV, AVI); `mediaUrl` is null until it is there. */
  mediaPreparing: z.boolean(),
  /** BCP 47 tag of the recognised language; null until known. */
  language: z.string().nullable(),
  /** The engine heard speech that it could not make sense of; the screen says so. */
  doubtful: z.boolean(),
  /** Whether speaker labels were suggested by the engine, so that the screen says so and offers to put them away. */
  speakersSuggested: z.boolean(),
  /** Off: the screen and exports show one speaker, whatever was suggested. Nothing is lost: it can be switched on again. */
  showSpeakers: z.boolean(),
});
export type Transcript = z.infer<typeof Transcript>;

const Page = z.object({
  page: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).optional(),
});

export const TranscriptPage = z.object({
  transcripts: z.array(TranscriptListItem),
  pagination: z.object({ page: z.int(), limit: z.int(), totalPages: z.int(), totalCount: z.int() }),
});
export type TranscriptPage = z.infer<typeof TranscriptPage>;

/** Without page and limit a bare array, newest first; with either of them a page. */
export const listTranscripts = endpoint({
  method: 'GET',
  path: '/api/transcripts',
  summary: "The person's transcripts, newest first.",
  caller: 'signed-in',
  query: Page,
  response: z.union([z.array(TranscriptListItem), TranscriptPage]),
});

const ById = z.object({ id: TranscriptId });

export const getTranscript = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id',
  summary: 'One transcript with its text.',
  caller: 'signed-in',
  params: ById,
  response: Transcript,
});

export const Title = z
  .string()
  .trim()
  .min(1, 'Title cannot be empty')
  .max(MAX_TITLE_LENGTH, `The title can have at most ${MAX_TITLE_LENGTH} characters.`);

const SpeakerName = z
  .string()
  .trim()
  .min(1, 'Speaker name cannot be empty')
  .max(MAX_SPEAKER_NAME_LENGTH, `A speaker name can have at most ${MAX_SPEAKER_NAME_LENGTH} characters.`);

const TranscriptChange = z.object({
  title: Title.optional(),
  /** Replaces the whole map; leaving a label out resets it. */
  speakerNames: z
    .record(z.string().max(100), SpeakerName)
    .refine((names) => Object.keys(names).length <= MAX_SPEAKER_NAMES, 'These are too many speaker names.')
    .optional(),
  showSpeakers: z.boolean().optional(),
});

export const updateTranscript = endpoint({
  method: 'PATCH',
  path: '/api/transcripts/:id',
  summary: 'Change what is given of a transcript.',
  caller: 'signed-in',
  params: ById,
  body: TranscriptChange,
  response: Transcript,
});

export const replaceTranscript = endpoint({ ...updateTranscript, method: 'PUT' });

export const deleteTranscript = endpoint({
  method: 'DELETE',
  path: '/api/transcripts/:id',
  summary: 'Delete a transcript with its recording; a running job is stopped.',
  caller: 'signed-in',
  params: ById,
  response: Success,
});

export const cancelTranscript = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/cancel',
  summary: 'Stop a running transcription; it can be tried again.',
  caller: 'signed-in',
  params: ById,
  response: TranscriptListItem,
});

export const retryTranscript = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/retry',
  summary: 'Run a failed transcription again, from what is already done.',
  caller: 'signed-in',
  params: ById,
  response: TranscriptListItem,
});

export const getWaveform = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/waveform',
  summary: 'The level picture of the recording.',
  caller: 'signed-in',
  params: ById,
  response: z.object({
    /** Milliseconds of sound per peak. */
    bucketMs: z.number().positive(),
    /** Loudness of each bucket, 0 to 100. */
    peaks: z.array(z.int().min(0).max(100)),
  }),
});
