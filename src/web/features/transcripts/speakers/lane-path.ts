import type { TimeRange } from '#domain/timeline.ts';

/** The minimum width of a stretch, as a share of the timeline; anything narrower would be invisible. */
const THINNEST = 1 / 600;

/**
 * The shape of some stretches of time in order, in seconds, as data of an SVG path that is one unit high: one rectangle for those that would lie
 * over each other. With thousands, each new name of a speaker took 40 ms more until it was painted.
 */
export function lanePath(stretches: readonly TimeRange[], durationSeconds: number): string {
  const thinnest = durationSeconds * THINNEST;
  const drawn: TimeRange[] = [];
  for (const { start, end } of stretches) {
    const reached = Math.max(end, start + thinnest);
    const last = drawn.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, reached);
    else drawn.push({ start, end: reached });
  }
  return drawn.map(({ start, end }) => `M${start} 0H${end}v1H${start}z`).join('');
}
