import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ImportId, TranscriptId } from './ids.ts';
import { ImportFormat, ImportTiming } from './import-formats.ts';
import { LanguageTag } from './languages.ts';
import { SpeechChoice } from './speech-engines.ts';
import { Title } from './title.ts';
import { TranscriptListItem } from './transcripts.ts';

/**
 * The bytes of a transcript made elsewhere, of any content type, with its name as `?filename=`; answers a `TranscriptPreview`. Nothing is
 * stored.
 */
export const PREVIEW_IMPORT_PATH = '/api/imports/preview';

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

/**
 * The bytes of a transcript made elsewhere, of any content type, with its name as `?filename=`; answers 201 with a `KeptImport`. What was
 * understood is kept for a day, to become a transcript.
 */
export const IMPORTS_PATH = '/api/imports';

/** For the file dialog's `accept`. */
export const TRANSCRIPT_ACCEPT = '.srt,.vtt,.sbv,.ttml,.dfxp,.xml,.json,.otr,.txt,.md,.docx';

/** Extensions of files that are transcripts wherever they are found. */
const SUBTITLES = ['.srt', '.vtt', '.sbv', '.ttml', '.dfxp', '.otr'];

/** Whether a file of this name is a transcript, and nothing else. */
export function isSubtitleName(filename: string): boolean {
  return SUBTITLES.some((extension) => filename.toLowerCase().endsWith(extension));
}

/** Whether a file of this name may be a transcript. */
export function isTranscriptName(filename: string): boolean {
  return TRANSCRIPT_ACCEPT.split(',').some((extension) => filename.toLowerCase().endsWith(extension));
}

/** What was understood of a file, and what will become of it. */
export const KeptImport = z.object({
  id: ImportId,
  filename: z.string(),
  format: ImportFormat,
  /** As browsers call it. */
  encoding: z.string(),
  title: z.string(),
  /** BCP 47 tag; null if the file does not say. */
  language: z.string().nullable(),
  segmentCount: z.int(),
  wordCount: z.int(),
  /** Display names, in order of appearance; the first ten. */
  speakers: z.array(z.string()),
  speakerCount: z.int(),
  /** Whether the file says when things are said. */
  hasTimes: z.boolean(),
  /** The end of the last part, in seconds; null without times. */
  duration: z.number().nullable(),
  /** What was repaired or may be wrong, in sentences. */
  warnings: z.array(z.string()),
  /** The first parts; `start` in seconds, null without times. */
  beginning: z.array(z.object({ speaker: z.string(), start: z.number().nullable(), text: z.string() })),
});
export type KeptImport = z.infer<typeof KeptImport>;

export const createFromImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/transcript',
  summary:
    'Make a text that was sent to `/api/imports` a transcript without a recording; calling it twice returns the same transcript.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  params: z.object({ id: ImportId }),
  body: z
    .object({ title: Title.optional(), language: LanguageTag.nullable().default(null) })
    .default({ language: null }),
  response: z.object({ id: TranscriptId }),
});

export const importOntoTranscript = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/import',
  summary:
    'Put a text that was sent to `/api/imports` onto the recording of a finished transcript. The present text stays until then, and is kept as an older version.',
  caller: 'signed-in',
  scope: 'transcribe',
  withinProject: true,
  params: z.object({ id: TranscriptId }),
  body: z.object({
    importId: ImportId,
    timing: ImportTiming.default('file'),
    /** The language of the text; null: as the file says. */
    language: LanguageTag.nullable().default(null),
    /** Which engine hears where the words are. */
    engine: SpeechChoice.default('auto'),
  }),
  response: TranscriptListItem,
});
