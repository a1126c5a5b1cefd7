import type { ExportFormat, SubtitleFormat } from '#domain/exports/formats.ts';
import type { Finding } from '#domain/exports/subtitle-check.ts';
import type { ExportSource } from '#domain/exports/text-exports.ts';

interface TaskParts<Format extends ExportFormat> {
  format: Format;
  source: ExportSource;
  /** Where the interface answers the words of the segments. */
  wordsPath: string;
  /** Whether SRT takes the words' times; WebVTT always does. */
  cutAtWords: boolean;
}

/** What the worker is asked for. */
export type ExportTask =
  | ({ kind: 'file' } & TaskParts<ExportFormat>)
  | ({ kind: 'check' } & TaskParts<SubtitleFormat>);

/** What comes back: the content of the file, or the findings. */
export interface ExportResults {
  file: BlobPart;
  check: Finding[];
}

/** The worker's one answer. `message` is what the error said. */
export type ExportAnswer<Kind extends ExportTask['kind'] = ExportTask['kind']> =
  | { isDone: true; result: ExportResults[Kind] }
  | { isDone: false; message: string };
