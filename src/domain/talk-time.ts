import type { TimestampedSegment } from '#contract/segments.ts';

/** How long a speaker speaks, and when, in seconds. */
export interface TalkTime {
  seconds: number;
  /** The time ranges in which the speaker speaks, in order; gaps too short to be drawn are closed. */
  stretches: { start: number; end: number }[];
}

/** A gap below this share of the duration is narrower than a pixel when drawn. */
const INVISIBLE_PART = 1 / 1000;

/** How long and when each speaker speaks, by label. Segments are in order of time; all times are in seconds. */
export function talkTimes(
  segments: readonly Pick<TimestampedSegment, 'speaker' | 'start' | 'end'>[],
  durationSeconds: number,
): Map<string, TalkTime> {
  const gap = durationSeconds * INVISIBLE_PART;
  const times = new Map<string, TalkTime>();
  for (const { speaker, start, end } of segments) {
    const time = times.get(speaker) ?? { seconds: 0, stretches: [] };
    times.set(speaker, time);
    time.seconds += Math.max(0, end - start);
    const last = time.stretches.at(-1);
    if (last && start - last.end <= gap) last.end = Math.max(last.end, end);
    else time.stretches.push({ start, end });
  }
  return times;
}
