import { MAX_WAVEFORM_PART_SECONDS } from '#contract/limits.ts';
import type { Span } from '#domain/retime.ts';

/** The peaks of a waveform, and where it begins. */
export interface PlacedWaveform {
  /** Seconds. */
  start: number;
  bucketMs: number;
  peaks: readonly number[];
}

/** Longer passages are shown around one of their borders. */
export const LONG_PASSAGE_MS = 100_000;
const LEAST_MARGIN_MS = 1000;
const AROUND_BORDER_MS = 10_000;
const MAX_WINDOW_MS = MAX_WAVEFORM_PART_SECONDS * 1000;
/** Peaks are drawn at this resolution, which is that of the full waveform. */
const PEAK_MS = 10;
/** A border this near to the edge (a share of the view) could hardly be seen or moved on. */
const EDGE = 0.02;

/** What is shown of the recording: a span with half its length, at least a second, on each side. */
export function windowAround({ startMs, endMs }: Span, durationMs: number | null): Span {
  const lengthMs = Math.max(0, endMs - startMs);
  const room = Math.max(LEAST_MARGIN_MS, (MAX_WINDOW_MS - lengthMs) / 2);
  const marginMs = Math.min(room, Math.max(LEAST_MARGIN_MS, lengthMs / 2));
  const lastMs = durationMs === null ? null : Math.max(durationMs, endMs);
  return within({ startMs: startMs - marginMs, endMs: endMs + marginMs }, lastMs);
}

/** What is shown around a border of a long passage. */
export function windowAt(ms: number, durationMs: number | null): Span {
  return within({ startMs: ms - AROUND_BORDER_MS, endMs: ms + AROUND_BORDER_MS }, durationMs);
}

/** Whether a view shows a span with something on each side, unless the recording begins or ends there. */
export function shows(view: Span, { startMs, endMs }: Span, durationMs: number | null): boolean {
  const edgeMs = (view.endMs - view.startMs) * EDGE;
  const isStartIn = startMs >= view.startMs + (view.startMs === 0 ? 0 : edgeMs);
  const isAtEnd = durationMs !== null && view.endMs >= durationMs;
  return isStartIn && endMs <= view.endMs - (isAtEnd ? 0 : edgeMs);
}

/** The part of the waveform to request for a view, in whole seconds: that of the passage if the view is in it. */
export function partToRequest(view: Span, passage: Span): { from: number; to: number } {
  const isInside = view.startMs >= passage.startMs && view.endMs <= passage.endMs;
  const { startMs, endMs } = isInside ? passage : view;
  const from = Math.floor(startMs / 1000);
  return { from, to: Math.min(Math.ceil(endMs / 1000), from + MAX_WAVEFORM_PART_SECONDS) };
}

/** Where a moment is in a view, from 0 to 1; outside, if it is not in it. */
export function shareOf(view: Span, ms: number): number {
  return (ms - view.startMs) / Math.max(1, view.endMs - view.startMs);
}

/** The moment at a share of a view, in whole milliseconds inside it. */
export function momentAt(view: Span, share: number): number {
  const inside = Math.min(1, Math.max(0, share));
  return Math.round(view.startMs + inside * (view.endMs - view.startMs));
}

/** The nearest of some moments if it is within reach, or else the moment itself. */
export function snapped(ms: number, moments: readonly number[], reachMs: number): number {
  let [nearest, distance] = [ms, reachMs];
  for (const moment of moments) {
    if (Math.abs(moment - ms) > distance) continue;
    [nearest, distance] = [moment, Math.abs(moment - ms)];
  }
  return nearest;
}

/** The peaks in a view, whatever waveform they are taken from; those beyond its ends are 0. */
export function peaksIn(view: Span, { start, bucketMs, peaks }: PlacedWaveform): PlacedWaveform {
  const count = Math.ceil((view.endMs - view.startMs) / PEAK_MS);
  const firstMs = view.startMs - start * 1000;
  const peakAt = (index: number) => peaks[Math.floor((firstMs + (index + 0.5) * PEAK_MS) / bucketMs)] ?? 0;
  return {
    start: view.startMs / 1000,
    bucketMs: PEAK_MS,
    peaks: Array.from({ length: count }, (_, index) => peakAt(index)),
  };
}

function within({ startMs, endMs }: Span, durationMs: number | null): Span {
  // Whole peaks, so that they are drawn at their places.
  const from = Math.floor(Math.max(0, startMs) / PEAK_MS) * PEAK_MS;
  return { startMs: from, endMs: Math.ceil(Math.max(from + PEAK_MS, Math.min(endMs, durationMs ?? endMs))) };
}
