import { z } from 'zod';
import { Success } from './auth.ts';
import { EditSteps, SpeakerLabel, SpeakerName } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { ProjectId, TranscriptId, wholeNumber } from './ids.ts';
import { ImportFacts } from './import-formats.ts';
import { LanguageTag } from './languages.ts';
import { MAX_PAGE_SIZE, MAX_RECORDING_MS, MAX_SPEAKER_NAMES, MAX_WAVEFORM_PART_SECONDS } from './limits.ts';
import { SegmentWords, TimestampedSegment } from './segments.ts';
import { SoundTrackFacts } from './sound-tracks.ts';
import { EngineName, SpeechChoice } from './speech-engines.ts';
import { Title } from './title.ts';
import { TranscriptionOptions } from './transcription-options.ts';

export const TranscriptStatus = z.enum(['processing', 'completed', 'failed']);
export type TranscriptStatus = z.infer<typeof TranscriptStatus>;

export const SourceType = z.enum(['podcast', 'youtube', 'upload', 'recording']);
export type SourceType = z.infer<typeof SourceType>;

/** The current step of a running job. 'waiting': queued behind other jobs; 'sending': uploading the audio to a service; 'remote': the service is working. */
export const Stage = z.enum([
  'waiting',
  'downloading',
  'reading',
  'decoding',
  'listening',
  'recognizing',
  'speakers',
  'sending',
  'remote',
  'finishing',
]);
export type Stage = z.infer<typeof Stage>;

/** Who says which language a text is in. */
export const LanguageSource = z.enum(['engine', 'choice', 'person']);
export type LanguageSource = z.infer<typeof LanguageSource>;

export const TranscriptListItem = z.object({
  id: TranscriptId,
  title: z.string(),
  status: TranscriptStatus,
  /** Seconds; null until known. */
  duration: z.number().nullable(),
  wordCount: z.int().nullable(),
  /** Mean word confidence in percent; null if the engine gives none. */
  accuracy: z.number().nullable(),
  sourceType: SourceType,
  sourceUrl: z.string().nullable(),
  originalFilename: z.string().nullable(),
  /** Why it failed; for a completed transcript, why transcribing it again failed (its text is unchanged). */
  errorMessage: z.string().nullable(),
  /** Stable reason of a failure (see ERRORS); null otherwise. */
  errorCode: z.string().nullable(),
  segmentCount: z.int(),
  /** 0 to 100, the share of work actually done; 100 when completed, unless it is being transcribed again. */
  progressPercent: z.number(),
  /** What the running job is doing; null when none is running. A completed transcript with a stage is being transcribed again. */
  stage: Stage.nullable(),
  /** The engine of the running or last run; null until it is chosen. */
  runEngine: EngineName.nullable(),
  /** The project that it belongs to. */
  projectId: ProjectId.nullable(),
  projectName: z.string().nullable(),
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
  /** A copy that browsers can play is still being made (MOV, AVI); `mediaUrl` is null until it is ready. */
  mediaPreparing: z.boolean(),
  /** Which of several sound tracks of the recording the text is of; null if there are not several, or not known. */
  soundTrack: z
    .object({
      /** Counted from 1; null if several are mixed. */
      number: z.int().nullable(),
      of: z.int(),
      /** The numbers of those that are mixed; none if one is heard alone. */
      mixed: z.array(z.int()),
      /** Those that can be chosen; none if the recording was read before they were. */
      tracks: z.array(SoundTrackFacts),
    })
    .nullable(),
  /**
   * The sound track that was asked for and that the recording does not have, or of which nothing can be decoded, so that it was transcribed as
   * if nobody had asked; else null.
   */
  missingSoundTrack: z.int().nullable(),
  /** BCP 47 tag of the recognized language; null until known. */
  language: z.string().nullable(),
  /** How that is known: the engine found it, it was chosen before, or somebody has said so since; null if that was not recorded. */
  languageBy: LanguageSource.nullable(),
  /** The engine recognized the speech with low confidence; the screen says so. */
  doubtful: z.boolean(),
  /** Whether the engine suggested the speaker labels (diarization), so that the screen says so and offers to hide them. */
  speakersSuggested: z.boolean(),
  /** If false, the screen and exports show one speaker, whatever was suggested. Nothing is lost: it can be switched on again. */
  showSpeakers: z.boolean(),
  /** The engine that produced the text or failed to; null if unknown. */
  engine: EngineName.nullable(),
  /** The file that the text was imported from; null if an engine made it. */
  imported: ImportFacts.nullable(),
  /** The version number of this text: it increases when the recording is transcribed again. */
  version: z.int(),
  /** What the caller may do with it, so that nothing is offered that would be refused. */
  abilities: z.object({
    /** Change title, speakers and text, ask, and have it summarized. */
    edit: z.boolean(),
    /** Delete, share by link, transcribe again, and move between projects. */
    own: z.boolean(),
    /** Highlight, comment and reply. */
    comment: z.boolean(),
  }),
  ...EditSteps.shape,
});
export type Transcript = z.infer<typeof Transcript>;
/** The part of it that is the same for all readers. */
export type TranscriptContent = Omit<Transcript, keyof EditSteps | 'abilities'>;

const Page = z.object({
  page: wholeNumber({ min: 1 }).optional(),
  limit: wholeNumber({ min: 1, max: MAX_PAGE_SIZE }).optional(),
});

export const TranscriptListPage = z.object({
  transcripts: z.array(TranscriptListItem),
  pagination: z.object({ page: z.int(), limit: z.int(), totalPages: z.int(), totalCount: z.int() }),
});
export type TranscriptListPage = z.infer<typeof TranscriptListPage>;

/** Without page and limit a bare array, newest first; with either of them a page. */
export const listTranscripts = endpoint({
  method: 'GET',
  path: '/api/transcripts',
  summary: "The person's transcripts, newest first.",
  caller: 'signed-in',
  scope: 'read',
  query: Page,
  response: z.union([z.array(TranscriptListItem), TranscriptListPage]),
});

const ById = z.object({ id: TranscriptId });

export const getTranscript = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id',
  summary: 'One transcript with its text.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: Transcript,
});

const TranscriptChange = z.object({
  title: Title.optional(),
  /** Replaces the whole map; leaving a label out resets it. */
  speakerNames: z
    .record(SpeakerLabel, SpeakerName)
    .refine((names) => Object.keys(names).length <= MAX_SPEAKER_NAMES, 'These are too many speaker names.')
    .optional(),
  showSpeakers: z.boolean().optional(),
  /** The language of the text, if that is wrong. */
  language: LanguageTag.optional(),
  /** The project to move it to; null: none. Only for its owner. */
  projectId: ProjectId.nullable().optional(),
});

export const updateTranscript = endpoint({
  method: 'PATCH',
  path: '/api/transcripts/:id',
  summary: 'Change the given fields of a transcript.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
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
  scope: 'write',
  withinProject: true,
  params: ById,
  response: Success,
});

export const cancelTranscript = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/cancel',
  summary: 'Stop a running transcription; it can be retried.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  params: ById,
  response: TranscriptListItem,
});

export const retryTranscript = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/retry',
  summary:
    'Retry a failed transcription, keeping what is already done; with another engine, from the beginning.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  params: ById,
  /** What is missing is unchanged. */
  body: z
    .object({ engine: SpeechChoice.optional(), language: LanguageTag.nullable().optional() })
    .default({}),
  response: TranscriptListItem,
});

export const Waveform = z.object({
  /** Where the first peak begins, in seconds. */
  start: z.number().nonnegative(),
  /** Milliseconds of audio per peak. */
  bucketMs: z.number().positive(),
  /** Loudness of each bucket, 0 to 100. */
  peaks: z.array(z.int().min(0).max(100)),
});
export type Waveform = z.infer<typeof Waveform>;

/** Seconds as written in a query: 12.5 or '12.5'. */
const PartSeconds = z.codec(
  z.union([z.number(), z.string().regex(/^(0|[1-9][0-9]{0,4})([.][0-9]{1,6})?$/)]),
  z
    .number()
    .nonnegative()
    .max(MAX_RECORDING_MS / 1000),
  { decode: Number, encode: (value) => value },
);

export const getWaveform = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/waveform',
  summary:
    'The waveform of the recording; with `from` and `to`, that of a part in full: a peak for every 10 ms.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  query: z
    .object({ from: PartSeconds.optional(), to: PartSeconds.optional() })
    .refine(
      ({ from, to }) => (from === undefined) === (to === undefined),
      'A part of the waveform needs both a beginning and an end.',
    )
    .refine(
      ({ from = 0, to = 1 }) => to > from && to - from <= MAX_WAVEFORM_PART_SECONDS,
      `A part of the waveform ends after it begins, and is at most ${MAX_WAVEFORM_PART_SECONDS} seconds long.`,
    ),
  response: Waveform,
});

export const getWords = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/words',
  summary: 'The words of all segments with their times.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: z.object({ segments: z.array(SegmentWords) }),
});

export const transcribeAgain = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/transcribe-again',
  summary:
    'Transcribe the recording of a completed transcript again. Its text stays unchanged meanwhile, and is kept as an older version afterwards.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  params: ById,
  body: TranscriptionOptions.prefault({}),
  response: TranscriptListItem,
});

export const TranscriptVersion = z.object({
  version: z.int(),
  /** When the engine made it. */
  createdAt: z.iso.datetime(),
  wordCount: z.int(),
  segmentCount: z.int(),
  /** Changes that people made to it. */
  editCount: z.int(),
  isCurrent: z.boolean(),
});
export type TranscriptVersion = z.infer<typeof TranscriptVersion>;

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/versions',
  summary: 'The versions of the text, one for each transcription, newest first.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  response: z.object({ versions: z.array(TranscriptVersion) }),
});

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/versions/:version/restore',
  summary: 'Show another version of the text; the current one is kept.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById.extend({ version: wholeNumber({ min: 1 }) }),
  response: Transcript,
});
