import { z } from 'zod';

/**
 * The bytes of a transcript made elsewhere, of any content type, with its name as `?filename=`; answers a `TranscriptPreview`. Nothing is
 * stored.
 */
export const PREVIEW_IMPORT_PATH = '/api/imports/preview';

/** What a transcript made elsewhere is, by its content. */
export const ImportFormat = z.enum([
  'srt',
  'vtt',
  'sbv',
  'ttml',
  'otr',
  'whisper',
  'whisperx',
  'whisper.cpp',
  'assemblyai',
  'deepgram',
  'tapescript',
  'txt',
]);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** What was understood of a transcript made elsewhere. One cue, utterance or paragraph of the file is one segment, in the file's order. */
export const TranscriptPreview = z.object({
  format: ImportFormat,
  /** As browsers call it: 'utf-8', 'utf-16le', 'windows-1251'. */
  encoding: z.string(),
  segments: z.array(
    z.object({
      /** In seconds; null where the format has none. */
      start: z.number().nullable(),
      end: z.number().nullable(),
      speaker: z.string().nullable(),
      text: z.string(),
    }),
  ),
  /** What was repaired, left out or may be wrong, in sentences. */
  warnings: z.array(z.string()),
});
export type TranscriptPreview = z.infer<typeof TranscriptPreview>;
