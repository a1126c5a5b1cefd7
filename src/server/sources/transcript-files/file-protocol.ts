import { z } from 'zod';
import { ImportFormat } from '#contract/import-formats.ts';
import { TranscriptPreview } from '#contract/imports.ts';
import { Segment } from '#contract/segments.ts';
import type { ReadTranscript } from '#domain/imports/read-transcript.ts';

/** The task of the process that reads transcripts made elsewhere: to show what is in one, or to make segments of it as well. */
export const FileTask = z.object({
  bytes: z.instanceof(Uint8Array),
  wants: z.enum(['preview', 'transcript']),
});
export type FileTask = z.infer<typeof FileTask>;

/** Why a file is no transcript. */
const FileRefusal = z.enum([
  'import_not_text',
  'import_unknown_json',
  'import_unreadable',
  'import_empty',
  'import_too_long',
  'import_times_too_long',
  'import_too_complex',
]);

const ReadFile = z.object({
  format: ImportFormat,
  encoding: z.string(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  segments: z.array(Segment),
  speakerNames: z.record(z.string(), z.string()),
  hasTimes: z.boolean(),
  notes: z.array(z.string()),
}) satisfies z.ZodType<ReadTranscript>;

/** The reply. The detail of a refusal says what the file is instead, in words; a failure's text is for the log. */
export const FileAnswer = z.union([
  z.object({ preview: TranscriptPreview }),
  z.object({ transcript: ReadFile }),
  z.object({ refusal: FileRefusal, detail: z.string().nullable() }),
  z.object({ failure: z.string() }),
]);
export type FileAnswer = z.infer<typeof FileAnswer>;
