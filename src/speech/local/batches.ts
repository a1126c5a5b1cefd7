import type { Span } from './speech-regions.ts';

/** Recognising four sounds together takes a quarter to a third less time each; more gain nothing and cost memory (speech.md, section 2). */
const MAX_BATCH = 4;
/** Padded seconds of one batch, which set a child's memory. */
const MAX_BATCH_MS = 60_000;
/** Chunks among which alike lengths are looked for. */
const WINDOW = 32;

/**
 * Groups chunks to batches of alike length, because the shorter are padded to the longest. Short recordings are shared out so that each
 * of the children has work. Depends only on its arguments, never on timing: batches have a slight influence on what is recognised.
 */
export function batchChunks(chunks: readonly Span[], children: number): Span[][] {
  const largest = Math.max(1, Math.min(MAX_BATCH, Math.ceil(chunks.length / children)));
  const batches: Span[][] = [];
  for (let start = 0; start < chunks.length; start += WINDOW) {
    const window = chunks
      .slice(start, start + WINDOW)
      .sort((a, b) => lengthMs(b) - lengthMs(a) || a.startMs - b.startMs);
    let open: Span[] = [];
    for (const chunk of window) {
      const longestMs = lengthMs(open[0] ?? chunk);
      if (open.length === largest || longestMs * (open.length + 1) > MAX_BATCH_MS) {
        batches.push(open);
        open = [];
      }
      open.push(chunk);
    }
    batches.push(open);
  }
  return batches;
}

function lengthMs({ startMs, endMs }: Span): number {
  return endMs - startMs;
}
