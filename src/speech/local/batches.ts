import { MAX_BATCH } from './capacity.ts';
import type { Span } from './speech-regions.ts';

/** Padded seconds of one batch, which determine a child's memory. */
const MAX_BATCH_MS = 60_000;
/** A chunk shorter than this fraction of the longest costs more in padding than batching saves. */
const MIN_ALIKE = 0.6;
/** The minimum number of chunks among which similar lengths are searched. */
const WINDOW = 32;

/** Groups chunks into batches while more of them become known. */
export interface Batcher {
  /**
   * Takes the next chunks in time order and returns the batches that are complete; those of the last chunks, too, if nothing
   * follows.
   */
  add(chunks: readonly Span[], next: 'more' | 'nothing'): Span[][];
}

/**
 * Groups chunks into batches of similar length, because the shorter are padded to the longest. The first window is small, so that
 * the first text comes soon; the last one is shared out so that each of the children has work. Depends only on the chunks, the
 * number of children and the largest batch, never on how they arrive: batch mates have a slight influence on what is recognized.
 */
export function createBatcher(children: number, maxBatch = MAX_BATCH): Batcher {
  let open: Span[] = [];
  let window = MAX_BATCH * children;
  return {
    add(chunks, next) {
      const batches: Span[][] = [];
      open.push(...chunks);
      while (open.length >= window) {
        batches.push(...batchWindow(open.slice(0, window), children, maxBatch));
        open = open.slice(window);
        window = Math.max(WINDOW, MAX_BATCH * children);
      }
      if (next === 'more') return batches;
      const rest = batchWindow(open, children, maxBatch);
      open = [];
      return [...batches, ...rest];
    },
  };
}

/** The batches of all chunks of a recording. */
export function batchChunks(chunks: readonly Span[], children: number): Span[][] {
  return createBatcher(children).add(chunks, 'nothing');
}

function batchWindow(window: readonly Span[], children: number, maxBatch: number): Span[][] {
  const largest = Math.max(1, Math.min(maxBatch, Math.ceil(window.length / children)));
  const batches: Span[][] = [];
  for (const chunk of window.toSorted((a, b) => lengthMs(b) - lengthMs(a) || a.startMs - b.startMs)) {
    const open = batches.at(-1);
    const longestMs = lengthMs(open?.[0] ?? chunk);
    const hasRoom = open && open.length < largest && longestMs * (open.length + 1) <= MAX_BATCH_MS;
    const isAlike = lengthMs(chunk) >= longestMs * MIN_ALIKE;
    if (hasRoom && isAlike) open.push(chunk);
    else batches.push([chunk]);
  }
  return batches;
}

function lengthMs({ startMs, endMs }: Span): number {
  return endMs - startMs;
}
