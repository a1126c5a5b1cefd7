import type { TimestampedSegment } from '#contract/segments.ts';

/** How long somebody speaks, and when. */
export interface TalkTime {
  seconds: number;
  /** Stretches in order of time; short gaps, which no picture would show, are closed. */
  stretches: { start: number; end: number }[];
}

/** A gap below this part of the whole is narrower than a pixel of a picture of it. */
const INVISIBLE_PART = 1 / 1000;

/** Who speaks when and how much, by the speakers' labels. */
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
