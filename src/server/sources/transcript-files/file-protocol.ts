import { z } from 'zod';
import { TranscriptPreview } from '#contract/imports.ts';

/** The task of the process that reads transcripts made elsewhere. */
export const FileTask = z.object({ bytes: z.instanceof(Uint8Array) });
export type FileTask = z.infer<typeof FileTask>;

/** Why a file is no transcript. */
const FileRefusal = z.enum([
  'import_not_text',
  'import_unknown_json',
  'import_unreadable',
  'import_empty',
  'import_too_long',
]);

/** The reply. The detail of a refusal says what the file is instead, in words; a failure's text is for the log. */
export const FileAnswer = z.union([
  z.object({ preview: TranscriptPreview }),
  z.object({ refusal: FileRefusal, detail: z.string().nullable() }),
  z.object({ failure: z.string() }),
]);
export type FileAnswer = z.infer<typeof FileAnswer>;
