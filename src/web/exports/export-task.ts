import type { ExportFormat, SubtitleFormat } from '#domain/exports/formats.ts';
import type { ExportFacts, ExportFailure } from '#domain/exports/manifest.ts';
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
  | { kind: 'notes'; format: NotesFormat; readable: ReadableDocument }
  | PackTask;

/** Loads a transcript, and makes and compresses its files for a ZIP file. */
export interface PackTask {
  kind: 'pack';
  formats: readonly ExportFormat[];
  /** The API path of the transcript. */
  path: string;
  wordsPath: string;
  cutAtWords: boolean;
}

/** A compressed file for a ZIP file. */
export interface PackedFile {
  format: ExportFormat;
  chunks: Uint8Array<ArrayBuffer>[];
  crc: number;
  /** Before compression. */
  sizeBytes: number;
  sha256: string | null;
}

/** A transcript's files; what could not be made is a failure. */
export interface PackedTranscript {
  /** Null if it could not be loaded. */
  facts: ExportFacts | null;
  files: PackedFile[];
  failures: ExportFailure[];
}

/** The formats in which notes can be exported. */
export const NOTES_FORMATS = ['md', 'docx'] as const satisfies readonly ExportFormat[];
export type NotesFormat = (typeof NOTES_FORMATS)[number];

/** The result of each kind of task: the content of the file, or the findings. */
export interface ExportResults {
  file: BlobPart;
  check: Finding[];
  notes: BlobPart;
  pack: PackedTranscript;
}

/** The worker's only message. `message` is that of the error. */
export type ExportAnswer<Kind extends ExportTask['kind'] = ExportTask['kind']> =
  | { isDone: true; result: ExportResults[Kind] }
  | { isDone: false; message: string };
