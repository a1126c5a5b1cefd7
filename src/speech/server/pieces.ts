import type { RecognizedChunk } from '../engine.ts';
import type { Span } from '../local/speech-regions.ts';
import type { SentPiece } from './word-times.ts';

/** A part of the recording that becomes one chunk. All pieces together are the whole recording. */
export interface Piece extends Span {
  /** What is sent of it: from the first speech to the last; null if nobody speaks. */
  sent: SentPiece | null;
}

interface PlanOptions {
  durationMs: number;
  /** Where somebody speaks, in order. */
  speech: readonly Span[];
  /** Chunks of an earlier run, in any order. */
  done: readonly RecognizedChunk[];
  maxMs: number;
  /** The first piece is shorter, so that a problem, or the first text, shows early. */
  firstMs: number;
}

export interface Plan {
  /** Chunks of the earlier run that are kept. */
  known: RecognizedChunk[];
  /** What is still to be sent, in order. */
  missing: Piece[];
}

/** A piece is not cut before this share of its longest length: many short pieces cost time and sense. */
const EARLIEST_CUT = 0.5;

/** Divides a recording into pieces, cut in the longest pauses; whatever an earlier run has done is kept, wherever it was cut. */
export function planPieces({ durationMs, speech, done, maxMs, firstMs }: PlanOptions): Plan {
  const known = fitting(done, durationMs);
  const missing: Piece[] = [];
  let fromMs = 0;
  for (const { startMs, endMs } of [...known, { startMs: durationMs, endMs: durationMs }]) {
    if (startMs > fromMs) {
      const isFirst = known.length === 0 && startMs - fromMs > maxMs;
      missing.push(...cut({ startMs: fromMs, endMs: startMs }, speech, isFirst ? [firstMs, maxMs] : [maxMs]));
    }
    fromMs = endMs;
  }
  return { known, missing };
}

/** Divides a piece that is too large into two; null if it is too short for that. */
export function halve(piece: Piece, shortestMs: number): [Piece, Piece] | null {
  const speech = piece.sent?.speech ?? [];
  const lengthMs = piece.endMs - piece.startMs;
  const sentMs = piece.sent ? piece.sent.sound.endMs - piece.sent.sound.startMs : 0;
  if (sentMs < shortestMs) return null;
  const middleMs = cutMs(speech, {
    startMs: Math.round(piece.startMs + lengthMs * 0.35),
    endMs: Math.round(piece.startMs + lengthMs * 0.65),
  });
  return [
    asPiece({ startMs: piece.startMs, endMs: middleMs }, speech),
    asPiece({ startMs: middleMs, endMs: piece.endMs }, speech),
  ];
}

/** The chunks that lie within the recording and do not overlap: others were made of another recording. */
function fitting(done: readonly RecognizedChunk[], durationMs: number): RecognizedChunk[] {
  const sorted = done.toSorted((a, b) => a.startMs - b.startMs);
  return sorted.filter(
    ({ startMs, endMs }, index) =>
      startMs < endMs &&
      endMs <= durationMs &&
      startMs >= (sorted[index - 1]?.endMs ?? 0) &&
      endMs <= (sorted[index + 1]?.startMs ?? durationMs),
  );
}

/** Cuts a part of the recording into pieces of at most these lengths; the last one is that of all others. */
function cut(part: Span, speech: readonly Span[], maxMs: readonly number[]): Piece[] {
  const pieces: Piece[] = [];
  let { startMs } = part;
  for (let limits = maxMs; ; limits = limits.length > 1 ? limits.slice(1) : limits) {
    const limitMs = limits[0] ?? part.endMs;
    if (part.endMs - startMs <= limitMs) break;
    const window = { startMs: Math.round(startMs + limitMs * EARLIEST_CUT), endMs: startMs + limitMs };
    const endMs = cutMs(speech, window);
    pieces.push(asPiece({ startMs, endMs }, speech));
    startMs = endMs;
  }
  return [...pieces, asPiece({ startMs, endMs: part.endMs }, speech)];
}

/** The middle of the longest pause in the window, as far as it lies in it; its end if there is no pause. */
function cutMs(speech: readonly Span[], window: Span): number {
  let [best, longestMs] = [window.endMs, 0];
  let silentFromMs = 0;
  for (const { startMs, endMs } of [...speech, { startMs: Number.POSITIVE_INFINITY, endMs: 0 }]) {
    const fromMs = Math.max(silentFromMs, window.startMs);
    const toMs = Math.min(startMs, window.endMs);
    if (toMs - fromMs > longestMs) [best, longestMs] = [Math.round((fromMs + toMs) / 2), toMs - fromMs];
    silentFromMs = endMs;
  }
  return best;
}

function asPiece({ startMs, endMs }: Span, speech: readonly Span[]): Piece {
  const within = speech
    .filter((span) => span.startMs < endMs && span.endMs > startMs)
    .map((span) => ({ startMs: Math.max(startMs, span.startMs), endMs: Math.min(endMs, span.endMs) }));
  const [first, last] = [within[0], within.at(-1)];
  const sent =
    first && last ? { sound: { startMs: first.startMs, endMs: last.endMs }, speech: within } : null;
  return { startMs, endMs, sent };
}
