import type { ExportFormat, SubtitleFormat } from '#domain/exports/formats.ts';
import type { ReadableDocument } from '#domain/exports/readable.ts';
import type { Finding } from '#domain/exports/subtitle-check.ts';
import type { ExportSource } from '#domain/exports/text-exports.ts';

interface TaskParts<Format extends ExportFormat> {
  format: Format;
  source: ExportSource;
  /** The API path of the segments' words. */
  wordsPath: string;
  /** Whether SRT uses the words' times; WebVTT always does. */
  cutAtWords: boolean;
}

/** A task for the worker. */
export type ExportTask =
  | ({ kind: 'file' } & TaskParts<ExportFormat>)
  | ({ kind: 'check' } & TaskParts<SubtitleFormat>)
  | { kind: 'notes'; format: NotesFormat; readable: ReadableDocument };

/** The formats in which notes can be exported. */
export const NOTES_FORMATS = ['md', 'docx'] as const satisfies readonly ExportFormat[];
export type NotesFormat = (typeof NOTES_FORMATS)[number];

/** The result of each kind of task: the content of the file, or the findings. */
export interface ExportResults {
  file: BlobPart;
  check: Finding[];
  notes: BlobPart;
}

/** The worker's only message. `message` is that of the error. */
export type ExportAnswer<Kind extends ExportTask['kind'] = ExportTask['kind']> =
  | { isDone: true; result: ExportResults[Kind] }
  | { isDone: false; message: string };
