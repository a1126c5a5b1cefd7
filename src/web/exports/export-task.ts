import type { TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { Finding } from '#domain/exports/subtitle-check.ts';
import type { ExportFormat } from './formats.ts';

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

/** What the worker is asked for. */
export type ExportTask =
  | {
      kind: 'file';
      format: ExportFormat;
      source: ExportSource;
      /** Where the interface answers the words of the segments; null: JSON comes without them. */
      wordsPath: string | null;
    }
  | { kind: 'check'; source: ExportSource };

/** What comes back: the content of the file, or the findings. */
export interface ExportResults {
  file: BlobPart;
  check: Finding[];
}

/** The worker's one answer. `message` is what the error said. */
export type ExportAnswer<Kind extends ExportTask['kind'] = ExportTask['kind']> =
  | { isDone: true; result: ExportResults[Kind] }
  | { isDone: false; message: string };
