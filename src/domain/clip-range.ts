import { MIN_CLIP_MS } from '#contract/limits.ts';
import { exportFilename } from './exports/filename.ts';
import { formatPreciseTime, formatTime, parseTime } from './timecode.ts';
import type { TimeRange } from './timeline.ts';

/**
 * The stretch that an address asks for with `t` and `end`, as in '12.5' and '1:31'. An end beyond the recording is its end. Null
 * if either is missing or not a time, or if nothing lies between them: then it is not the address of a clip.
 */
export function readClipRange(
  { t, end }: { t: string | null; end: string | null },
  durationSeconds: number,
): TimeRange | null {
  const from = parseTime(t ?? '');
  const to = parseTime(end ?? '');
  if (from === null || to === null) return null;
  const last = durationSeconds > 0 ? Math.min(to, durationSeconds) : to;
  return (last - from) * 1000 < MIN_CLIP_MS ? null : { start: from, end: last };
}

/** A stretch as '0:12 to 0:31', with tenths of a second if it is too short to be told without them. */
export function formatClipRange({ start, end }: TimeRange): string {
  const format = end - start < 2 ? formatPreciseTime : formatTime;
  return `${format(start)} to ${format(end)}`;
}

/** The name of a clip's file, as in 'The talk 0m12s to 1m31s.mp3'; colons are not allowed everywhere. */
export function clipFilename(title: string, { start, end }: TimeRange, extension: string): string {
  return exportFilename(title, extension, ` ${plainTime(start)} to ${plainTime(end)}`);
}

/** '1m31s', or '1m31.5s' if that is more exact. */
function plainTime(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  return `${Math.floor(tenths / 600)}m${(tenths % 600) / 10}s`;
}
