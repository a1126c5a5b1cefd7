import type { SourceSegment } from '#domain/passages.ts';

/** Milliseconds that a word takes at 150 words a minute. */
const WORD_MS = 400;

/** One line: who says it and what; a line may carry its own start. */
export interface Line {
  speaker: string;
  text: string;
  startMs?: number;
}

/** Segments of lines that follow each other at the speed of talk, ids from 1, revision 1. */
export function segmentsOf(lines: readonly Line[]): SourceSegment[] {
  let atMs = 0;
  return lines.map(({ speaker, text, startMs = atMs }, index) => {
    const endMs = startMs + Math.max(1, text.split(/\s+/).length) * WORD_MS;
    atMs = endMs;
    return { id: index + 1, revision: 1, speaker, startMs, endMs, text };
  });
}
