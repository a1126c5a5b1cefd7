import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { EditId, SegmentId, TranscriptId, wholeNumber } from './ids.ts';
import {
  HISTORY_ENTRIES,
  MAX_FIND_LENGTH,
  MAX_RECORDING_MS,
  MAX_SEGMENT_LENGTH,
  MAX_SEGMENTS_MOVED,
  MAX_SPEAKER_LABEL_LENGTH,
  MAX_SPEAKER_NAME_LENGTH,
  MAX_WORDS_CONFIRMED,
  MAX_WORDS_TIMED,
} from './limits.ts';
import { SegmentWords, TimestampedSegment } from './segments.ts';

/** What a step in the history did. 'names': naming speakers; 'find-speakers': those of a speaker search. */
export const EditKind = z.enum([
  'text',
  'split',
  'join',
  'speaker',
  'merge-speakers',
  'replace',
  'names',
  'undo',
  'redo',
  'restore',
  'confirm',
  'find-speakers',
  'delete',
  'times',
]);
export type EditKind = z.infer<typeof EditKind>;

/** The caller's position in the history of the current text. */
export const EditSteps = z.object({
  /** The caller's own steps that undo and redo would apply to; null if there is none. */
  undo: EditKind.nullable(),
  redo: EditKind.nullable(),
  /** Number of steps in the history, by anyone. */
  editCount: z.int(),
});
export type EditSteps = z.infer<typeof EditSteps>;

/** JSON can hold a lone surrogate, which PostgreSQL cannot store. */
const wellFormed = (text: string) => text.toWellFormed();

export const SpeakerName = z
  .string()
  .trim()
  .overwrite(wellFormed)
  .min(1, 'Speaker name cannot be empty')
  .max(MAX_SPEAKER_NAME_LENGTH, `A speaker name can have at most ${MAX_SPEAKER_NAME_LENGTH} characters.`);

export const SpeakerLabel = z.string().overwrite(wellFormed).min(1).max(MAX_SPEAKER_LABEL_LENGTH);

/** A segment's text: one paragraph, in which line breaks and runs of spaces become one space. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\0]+/gu, ' ')
    .trim();
}

export const SegmentText = z
  .string()
  .max(
    MAX_SEGMENT_LENGTH,
    `One segment can have at most ${MAX_SEGMENT_LENGTH.toLocaleString('en')} characters. Split it, or paste less.`,
  )
  .transform(oneLine);

/** A segment and the revision that the edit is based on; any other revision is refused with 409 'edit_conflict'. */
const SegmentRef = z.object({ id: SegmentId, revision: z.int() });
export type SegmentRef = z.infer<typeof SegmentRef>;

/** A time in the recording in seconds, rounded to whole milliseconds. */
const ExactTime = z
  .number()
  .nonnegative()
  .max(MAX_RECORDING_MS / 1000)
  .overwrite((seconds) => Math.round(seconds * 1000) / 1000);

/** When a word is said, by its index in the segment. */
const WordTimes = z.object({ index: z.int().nonnegative(), start: ExactTime, end: ExactTime });

const hasEachOnce = (words: readonly { index: number }[]) =>
  new Set(words.map(({ index }) => index)).size === words.length;

export const Edit = z.discriminatedUnion('kind', [
  /** Replaces the text. Words that stay keep their times; an empty text leaves an empty segment. */
  z.object({ kind: z.literal('text'), segment: SegmentRef, text: SegmentText }),
  /** One segment becomes two, with these texts. */
  z.object({ kind: z.literal('split'), segment: SegmentRef, before: SegmentText, after: SegmentText }),
  /** A segment and the next one become one, with the first one's speaker. */
  z.object({ kind: z.literal('join'), segment: SegmentRef, next: SegmentRef }),
  /**
   * Deletes from a place in a segment to a place in a later one, with those between, which are given in order. `before` is the first one's
   * text up to there, with what is typed instead; `after` is the last one's from there on. Segments without words are removed, and both
   * parts become one if they have the same speaker.
   */
  z.object({
    kind: z.literal('delete'),
    segment: SegmentRef,
    before: SegmentText,
    between: z.array(SegmentRef).max(MAX_SEGMENTS_MOVED),
    last: SegmentRef,
    after: SegmentText,
  }),
  /** Assigns segments to another speaker: an existing one, by label, or a new one (null), who can be named at the same time. */
  z.object({
    kind: z.literal('speaker'),
    /** With a revision, one that was split since is assigned whole. */
    segments: z
      .array(z.union([SegmentId, SegmentRef]))
      .min(1)
      .max(MAX_SEGMENTS_MOVED),
    speaker: SpeakerLabel.nullable(),
    name: SpeakerName.optional(),
  }),
  /** Assigns everything one speaker says to another. */
  z.object({ kind: z.literal('merge-speakers'), from: SpeakerLabel, into: SpeakerLabel }),
  /** Somebody has heard these words, by index in the segment, and found them right: their confidence becomes 1. */
  z.object({
    kind: z.literal('confirm'),
    segment: SegmentRef,
    words: z.array(z.int().nonnegative()).min(1).max(MAX_WORDS_CONFIRMED),
  }),
  /**
   * Sets when a segment, and words of it, are said. Words that would be outside are pressed inside. With `previous` or `next`, the border
   * with that neighbor moves for both: the end of the previous segment becomes `start`, the start of the next one `end`.
   */
  z.object({
    kind: z.literal('times'),
    segment: SegmentRef,
    start: ExactTime,
    end: ExactTime,
    /** Words whose times were set by hand. */
    words: z
      .array(WordTimes)
      .max(MAX_WORDS_TIMED)
      .refine(hasEachOnce, 'The times of each word can be given only once.')
      .optional(),
    previous: SegmentRef.optional(),
    next: SegmentRef.optional(),
  }),
  /** Find and replace in the whole transcript as one step. An empty replacement deletes what is found. */
  z.object({
    kind: z.literal('replace'),
    query: z.string().min(1).max(MAX_FIND_LENGTH),
    replacement: z.string().max(MAX_FIND_LENGTH).transform(wellFormed),
    matchCase: z.boolean().default(false),
    wholeWord: z.boolean().default(false),
  }),
]);
export type Edit = z.infer<typeof Edit>;

/** What a step changed, to be applied to the displayed transcript. */
export const EditResult = EditSteps.extend({
  /** Segments that are new or different, in order of position. */
  changed: z.array(TimestampedSegment),
  /** The words of the segments whose words changed; a speaker change leaves them as they are. */
  words: z.array(SegmentWords),
  removed: z.array(SegmentId),
  speakerNames: z.record(z.string(), z.string()),
  wordCount: z.int(),
  segmentCount: z.int(),
  /** How many matches a 'replace' replaced. */
  places: z.int().optional(),
});
export type EditResult = z.infer<typeof EditResult>;

const ById = z.object({ id: TranscriptId });

export const editTranscript = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/edits',
  summary: 'Change the text or its speaker. Each call is one step that can be undone.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  body: Edit,
  response: EditResult,
});

export const undoEdit = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/undo',
  summary: "Undo the caller's last step.",
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  response: EditResult,
});

export const redoEdit = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/redo',
  summary: 'Redo the step that was undone last.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById,
  response: EditResult,
});

/** A segment before or after a step, its times in seconds; null where it did not exist. */
const SegmentState = z
  .object({ speaker: z.string(), text: z.string(), start: z.number(), end: z.number() })
  .nullable();

export const SegmentChange = z.object({
  segmentId: SegmentId,
  /** Seconds, to jump to. */
  start: z.number(),
  before: SegmentState,
  after: SegmentState,
});
export type SegmentChange = z.infer<typeof SegmentChange>;

export const HistoryEntry = z.object({
  id: EditId,
  kind: EditKind,
  /** Its author's name. */
  author: z.string(),
  at: z.iso.datetime(),
  /** It has been undone and not redone. */
  isUndone: z.boolean(),
  /** Number of segments it changed; `changes` holds the first 5. */
  changeCount: z.int(),
  changes: z.array(SegmentChange),
  /** Speaker names it changed; null: no name. */
  names: z.array(
    z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const listHistory = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/history',
  summary: 'The changes to the current text, newest first.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  query: z.object({
    /** Only steps older than this one. */
    before: EditId.optional(),
    /** Only steps that changed this segment. */
    segment: wholeNumber({ min: 1 }).optional(),
    limit: wholeNumber({ min: 1, max: HISTORY_ENTRIES }).default(HISTORY_ENTRIES),
  }),
  response: z.object({ entries: z.array(HistoryEntry), hasMore: z.boolean() }),
});

export const getHistoryEntry = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/history/:editId',
  summary: 'One step with all its changes.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById.extend({ editId: EditId }),
  response: HistoryEntry,
});

export const restoreEdit = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/history/:editId/restore',
  summary: 'Restore the text from before a step; this is itself a step that can be undone.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: ById.extend({ editId: EditId }),
  body: z.discriminatedUnion('scope', [
    /** One segment as it was before the step. */
    z.object({ scope: z.literal('segment'), segmentId: SegmentId }),
    /** The whole text and the names as they were before the step. */
    z.object({ scope: z.literal('everything') }),
  ]),
  response: EditResult,
});
