import type { TimestampedSegment } from '#contract/segments.ts';
import type { TimeRange } from '#domain/timeline.ts';
import type { Waveform } from './waveform-columns.ts';

/** A pause shorter than this is part of how people speak. */
const MIN_SILENCE_SECONDS = 1.5;
/** What is kept of a silence on each side, so that words are not clipped. */
const MARGIN_SECONDS = 0.3;
/** Of a waveform's 0 to 100: about -42 dB, above the noise of a quiet room and below speech. */
const QUIET_PEAK = 22;
/** Browsers report a time slightly before the one that was sought. */
const TOLERANCE_SECONDS = 0.05;

type Spoken = Pick<TimestampedSegment, 'start' | 'end' | 'speaker'>;

/**
 * The silences of a recording, in order: where no segment is spoken and the waveform is quiet throughout. A waveform of a long recording is coarse:
 * only a pause that covers a whole bucket of it counts.
 */
export function silencesOf(
  segments: readonly Spoken[],
  waveform: Waveform,
  durationSeconds: number,
): TimeRange[] {
  return gapsBetween(segments, durationSeconds)
    .map(({ start, end }) => ({
      start: start === 0 ? 0 : start + MARGIN_SECONDS,
      end: end === durationSeconds ? end : end - MARGIN_SECONDS,
    }))
    .filter((gap) => gap.end - gap.start >= MIN_SILENCE_SECONDS && isQuiet(waveform, gap));
}

/** Everything that these segments' other speakers say, and all that lies between: what is left is one speaker. */
export function rangesWithout(
  segments: readonly Spoken[],
  isWanted: (speaker: string) => boolean,
  durationSeconds: number,
): TimeRange[] {
  return gapsBetween(
    segments.filter(({ speaker }) => isWanted(speaker)),
    durationSeconds,
  );
}

/** The time from which to go on instead of this one; null where nothing is skipped. Ranges may overlap. */
export function skipTarget(ranges: readonly TimeRange[], seconds: number): number | null {
  let target = seconds;
  for (const { start, end } of ranges) {
    if (start <= target + TOLERANCE_SECONDS && target < end - TOLERANCE_SECONDS) target = end;
  }
  return target === seconds ? null : target;
}

/** Where none of these segments is spoken. Segments are sorted by start, and may overlap. */
function gapsBetween(segments: readonly Spoken[], durationSeconds: number): TimeRange[] {
  const gaps: TimeRange[] = [];
  let reached = 0;
  for (const { start, end } of segments) {
    if (start > reached) gaps.push({ start: reached, end: start });
    reached = Math.max(reached, end);
  }
  if (durationSeconds > reached) gaps.push({ start: reached, end: durationSeconds });
  return gaps;
}

function isQuiet({ bucketMs, peaks }: Waveform, { start, end }: TimeRange): boolean {
  const first = Math.ceil((start * 1000) / bucketMs);
  const last = Math.min(peaks.length, Math.floor((end * 1000) / bucketMs));
  if (last <= first) return false;
  return peaks.slice(first, last).every((peak) => peak <= QUIET_PEAK);
}
