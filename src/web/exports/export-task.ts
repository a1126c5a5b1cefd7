import type { TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { Finding } from '#domain/exports/subtitle-check.ts';
import type { ExportFormat, SubtitleFormat } from './formats.ts';

/** What exports need of a transcript; the public view of a shared one has it too. */
export type ExportSource = Pick<
  Transcript,
  'title' | 'transcript' | 'speakerNames' | 'showSpeakers' | 'duration' | 'language' | 'createdAt'
> & {
  timestampedTranscript: readonly Pick<
    TimestampedSegment,
    'id' | 'revision' | 'speaker' | 'text' | 'start' | 'end'
  >[];
};

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
