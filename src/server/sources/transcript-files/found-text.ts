import type { ImportFormat } from '#contract/imports.ts';

/** A cue, utterance or paragraph as it stands in a file. Times are in milliseconds; nothing is sure about them. */
export interface FoundSegment {
  /** Null if the file does not say. */
  startMs: number | null;
  endMs: number | null;
  speaker: string | null;
  text: string;
}

/** What a reader finds in a file of its format. */
export interface FoundText {
  format: ImportFormat;
  segments: readonly FoundSegment[];
  /** What was repaired, left out or may be wrong, in sentences. */
  warnings: readonly string[];
}

/** Seconds as milliseconds; null if there are none. */
export function msOf(seconds: number | null | undefined): number | null {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;
}

/** A warning about some of the parts; none if it is about none. */
export function warnOf(count: number, one: string, many: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? `One ${one}` : `${count.toLocaleString('en')} ${many}`];
}
