import type { SourceSegment } from '#domain/passages.ts';

/** Milliseconds per word at 150 words per minute. */
const WORD_MS = 400;

/** A line with its speaker; a line may have its own start. */
export interface Line {
  speaker: string;
  text: string;
  startMs?: number;
}

/** Turns lines into segments that follow each other at the speed of speech, with ids from 1 and revision 1. */
export function segmentsOf(lines: readonly Line[]): SourceSegment[] {
  let atMs = 0;
  return lines.map(({ speaker, text, startMs = atMs }, index) => {
    const endMs = startMs + Math.max(1, text.split(/\s+/).length) * WORD_MS;
    atMs = endMs;
    return { id: index + 1, revision: 1, speaker, startMs, endMs, text };
  });
}
