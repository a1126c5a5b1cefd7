import { SAMPLES_PER_MS } from './pcm.ts';

/** Samples per voice activity frame: 32 ms. */
export const FRAME_SAMPLES = 512;
/** Milliseconds per voice activity frame. */
export const FRAME_MS = FRAME_SAMPLES / SAMPLES_PER_MS;

/** A stretch of audio, in integer milliseconds from the start of the recording. */
export interface Span {
  startMs: number;
  endMs: number;
}

// Thresholds as measured for decision 010: lower ones lose less of distant voices, and the recognizer stays silent on noise.
const SPEECH_STARTS = 0.35 * 255;
const SPEECH_ENDS = 0.2 * 255;
const MIN_SILENCE_FRAMES = Math.ceil(300 / FRAME_MS);
const MIN_SPEECH_FRAMES = 2;
const PADDING_MS = 150;
const MAX_MERGED_GAP_MS = 800;
/** Beyond about 40 s the recognizer loses text; 15 s was the best of all lengths tried (decision 010). */
export const MAX_CHUNK_MS = 15_000;
/** A stretch without a pause is cut where it is most likely silent, but not earlier than this. */
const MIN_CUT_MS = 6000;

/**
 * Finds speech in the probabilities (0 to 255) of 32 ms frames; the spans are padded by 150 ms, clamped to the recording, in
 * order, and do not overlap.
 */
export function findSpeech(probabilities: Uint8Array, durationMs: number): Span[] {
  const regions: Span[] = [];
  let start = -1;
  let lastSpeech = -1;
  const close = () => {
    if (start >= 0 && lastSpeech - start + 1 >= MIN_SPEECH_FRAMES)
      regions.push(padded(start, lastSpeech + 1));
    start = -1;
  };
  for (let frame = 0; frame < probabilities.length; frame++) {
    const probability = probabilities[frame] ?? 0;
    if (start < 0 && probability >= SPEECH_STARTS) start = frame;
    if (start < 0) continue;
    if (probability >= SPEECH_ENDS) lastSpeech = frame;
    else if (frame - lastSpeech >= MIN_SILENCE_FRAMES) close();
  }
  close();
  return joinTouching(regions, durationMs);
}

/**
 * Groups speech into chunks for the recognizer: pauses up to 0.8 s stay inside, no chunk is longer than 15 s, and speech without
 * a pause is cut at its least likely frame. The same probabilities always give the same chunks: resumed jobs rely on it.
 */
export function planChunks(regions: readonly Span[], probabilities: Uint8Array): Span[] {
  const chunks: Span[] = [];
  for (const region of regions.flatMap((each) => cutLong(each, probabilities))) {
    const last = chunks.at(-1);
    const isNear = last && region.startMs - last.endMs <= MAX_MERGED_GAP_MS;
    if (last && isNear && region.endMs - last.startMs <= MAX_CHUNK_MS) last.endMs = region.endMs;
    else chunks.push({ ...region });
  }
  return chunks;
}

function cutLong(region: Span, probabilities: Uint8Array): Span[] {
  const pieces: Span[] = [];
  let startMs = region.startMs;
  while (region.endMs - startMs > MAX_CHUNK_MS) {
    const cutMs = quietestMs(probabilities, startMs + MIN_CUT_MS, startMs + MAX_CHUNK_MS);
    pieces.push({ startMs, endMs: cutMs });
    startMs = cutMs;
  }
  return [...pieces, { startMs, endMs: region.endMs }];
}

/** Middle of the frame in the range with the least speech in it and its neighbors; the latest if several are equal. */
function quietestMs(probabilities: Uint8Array, fromMs: number, toMs: number): number {
  const last = Math.floor(toMs / FRAME_MS) - 1;
  let best = last;
  let lowest = Number.POSITIVE_INFINITY;
  for (let frame = last; frame >= Math.ceil(fromMs / FRAME_MS); frame--) {
    const around = [-2, -1, 0, 1, 2].reduce((sum, offset) => sum + (probabilities[frame + offset] ?? 0), 0);
    if (around >= lowest) continue;
    lowest = around;
    best = frame;
  }
  return best * FRAME_MS + FRAME_MS / 2;
}

function padded(fromFrame: number, toFrame: number): Span {
  return { startMs: fromFrame * FRAME_MS - PADDING_MS, endMs: toFrame * FRAME_MS + PADDING_MS };
}

function joinTouching(regions: readonly Span[], durationMs: number): Span[] {
  const joined: Span[] = [];
  for (const region of regions) {
    const startMs = Math.max(0, region.startMs);
    const endMs = Math.min(durationMs, region.endMs);
    const last = joined.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else if (endMs > startMs) joined.push({ startMs, endMs });
  }
  return joined;
}
