import { z } from 'zod';
import { TranscriptStatus } from '#contract/transcripts.ts';
import { parseTime } from '#domain/timecode.ts';

const MAX_ID = 2_147_483_647;

/** An id as assistants give it: 12, "12", or as `search` and the resources name it ("transcript:12"). */
const idOf = (kind: string) =>
  z
    .union([
      z.int().min(1).max(MAX_ID),
      z
        .string()
        .max(40)
        .regex(new RegExp(`^(?:${kind}:(?://)?)?[1-9]\\d{0,9}$`)),
    ])
    .transform((given) => Number(String(given).split(/[:/]+/).at(-1)))
    .pipe(z.int().max(MAX_ID));

export const TranscriptRef = idOf('transcript').describe('The id of a transcript: 12 or "transcript:12"');
export const ArticleRef = idOf('article').describe('The id of an article: 7 or "article:7"');
export const ProjectRef = idOf('project').describe('The id of a project, from list_projects');

/** A moment of a recording, in seconds or as people write it. */
export const Moment = z
  .union([z.number().min(0).max(1e6), z.string().max(20)])
  .transform((given, context) => {
    const seconds = typeof given === 'number' ? given : parseTime(given);
    if (seconds === null) context.addIssue('Give seconds (75.5) or a time code ("1:15", "1:01:15").');
    return seconds ?? 0;
  })
  .describe('Seconds (75.5) or a time code ("1:15", "1:01:15")');

/** Where the previous answer ended. */
export const Cursor = z
  .string()
  .regex(/^\d{1,9}$/, 'This cursor is not valid here. Use `nextCursor` of the previous answer, or none.')
  .optional()
  .transform((given) => Number(given ?? 0))
  .describe('To go on: `nextCursor` of the previous answer, with otherwise the same arguments');

/** Of every answer that may be continued. */
export const NextCursor = z
  .string()
  .nullable()
  .describe('Pass this as `cursor` for the next part; null: this is all');

export function nextCursorOf(next: number | null): string | null {
  return next === null ? null : String(next);
}

export const Status = TranscriptStatus.describe(
  'processing: its text is being made (see upload_status). completed: can be read. failed: see upload_status',
);
