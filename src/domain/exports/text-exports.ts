import type { TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { SubtitleWords } from './cues.ts';
import type { TextFormat } from './formats.ts';
import { exportJson } from './json.ts';
import { exportMarkdown } from './markdown.ts';
import { exportSrt } from './srt.ts';
import { exportText } from './text.ts';
import { exportVtt } from './vtt.ts';

/** The data of a transcript that exports need; the public view of a shared transcript has it too. */
export type ExportSource = Pick<
  Transcript,
  'title' | 'transcript' | 'speakerNames' | 'showSpeakers' | 'duration' | 'language' | 'createdAt'
> & {
  timestampedTranscript: readonly Pick<
    TimestampedSegment,
    'id' | 'revision' | 'speaker' | 'text' | 'start' | 'end'
  >[];
};

/** The exporters of the plain text formats. Pass words if `usesWords` says so. Subtitle formats throw an Error if there are no segments. */
export const TEXT_EXPORTS: Record<
  TextFormat,
  (source: ExportSource, words: SubtitleWords | undefined) => string
> = {
  txt: exportText,
  md: exportMarkdown,
  srt: exportSrt,
  vtt: exportVtt,
  json: exportJson,
};
