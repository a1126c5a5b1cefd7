import type { ImportFormat } from '#contract/import-formats.ts';
import type { ImportedText } from './make-segments.ts';

/** A transcript made elsewhere, as it was understood and as it will be stored. */
export interface ReadTranscript extends ImportedText {
  format: ImportFormat;
  /** As browsers call it. */
  encoding: string;
  /** Null if the file does not have one. */
  title: string | null;
  /** BCP 47 tag; null if the file does not say. */
  language: string | null;
}
