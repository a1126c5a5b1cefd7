import type { ImportFormat } from '#contract/import-formats.ts';
import type { Word } from '#contract/segments.ts';
import type { Utterance } from '#domain/imports/utterance.ts';

export type FoundSegment = Utterance;

/** What a reader finds in a file of its format. */
export interface FoundText {
  format: ImportFormat;
  segments: readonly FoundSegment[];
  /** BCP 47 tag, as far as the file says; it may be anything. */
  language?: string | null | undefined;
  title?: string | undefined;
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

/** A word by its times in milliseconds; nothing if it has none or no letters. */
export function wordsAt(
  text: string,
  times: { startMs: number | null; endMs: number | null },
  confidence: number | null | undefined,
): Word[] {
  const { startMs, endMs } = times;
  const said = text.trim().replace(/\s+/g, ' ');
  if (said === '' || startMs === null || endMs === null) return [];
  const from = Math.max(0, Math.round(startMs));
  return [
    {
      text: said,
      startMs: from,
      endMs: Math.max(from, Math.round(endMs)),
      confidence: typeof confidence === 'number' ? Math.min(1, Math.max(0, confidence)) : null,
    },
  ];
}
