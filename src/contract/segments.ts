import { z } from 'zod';
import { SegmentId } from './ids.ts';

/** A spoken word. Times are integer milliseconds from the start of the recording; confidence is 0 to 1, 1 once somebody has confirmed the word, and null if the engine gives none or somebody has written it. */
export const Word = z.object({
  text: z.string(),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  confidence: z.number().min(0).max(1).nullable(),
});
export type Word = z.infer<typeof Word>;

/** What one speaker says without a long pause, a few sentences at most. `timing` says whether word times were measured or estimated from the text's length. */
export const Segment = z.object({
  /** The engine's label ("Speaker 1"); names given by people are applied when it is displayed. */
  speaker: z.string(),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  text: z.string(),
  words: z.array(Word),
  timing: z.enum(['measured', 'estimated']),
});
export type Segment = z.infer<typeof Segment>;

/** A segment as the API returns it. Its words have their own call because there are ten times as many. */
export const TimestampedSegment = z.object({
  /** Stays the same however the text around it is edited; during processing, only an ordinal number. */
  id: SegmentId,
  /** Increases with every change of its text or times, but not of its speaker; an edit names the revision it is based on. */
  revision: z.int(),
  /** Segments are ordered by this number, which need not be an integer. */
  position: z.number(),
  /** Original label; `speakerNames` maps it to the display name. */
  speaker: z.string(),
  text: z.string(),
  /** '[mm:ss.mmm]'; minutes may exceed 59. */
  timestamp: z.string(),
  start: z.number(),
  end: z.number(),
  /** Whether the word times were measured by the engine or estimated from the length of the text. */
  timing: z.enum(['measured', 'estimated']),
});
export type TimestampedSegment = z.infer<typeof TimestampedSegment>;

/** A word as the API returns it, short because there are many: text, start and end in seconds, confidence 0 to 1 or null. */
export const TimestampedWord = z.tuple([z.string(), z.number(), z.number(), z.number().nullable()]);
export type TimestampedWord = z.infer<typeof TimestampedWord>;

/** The words of one segment at that revision. */
export const SegmentWords = z.object({
  id: SegmentId,
  revision: z.int(),
  words: z.array(TimestampedWord),
});
export type SegmentWords = z.infer<typeof SegmentWords>;
