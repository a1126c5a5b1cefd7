import type { Span } from '../speech-regions.ts';

/** Milliseconds of a frame. */
export const FRAME_MS = 10;

/** A stretch of frames of 10 ms: from the first to before the last. */
export interface Frames {
  from: number;
  to: number;
}

/** Voices are heard this long before and after a word's time. */
const MARGIN_FRAMES = 5;
/** Shorter gaps between words do not end a region. */
const MIN_GAP_FRAMES = 30;
/** Shorter regions say nothing about a voice. */
const MIN_REGION_FRAMES = 20;
/** Longer ones are read in parts. */
const MAX_REGION_FRAMES = 6000;

/** Windows of this many frames, one every `hop` frames or fewer. */
export interface WindowKind {
  length: number;
  hop: number;
}

/** The windows of a recording: voices are found by long ones, and words get their voice by short ones. */
export interface WindowKinds {
  /** Shorter ones vary too much to find voices by. */
  long: WindowKind;
  /** Longer ones miss what is said between two others. */
  short: WindowKind;
}

export const LONG_FRAMES = 150;
export const SHORT_FRAMES = 100;
/** Up to 15 minutes of speech, windows are as dense as is good; beyond, the time that they take counts. */
const DENSE_FRAMES = 90_000;
const DENSE_HOP = 75;
/** Somebody who speaks for 15 s in ten hours is still heard three times. */
const MAX_LONG_HOP = 450;

/** The windows for regions of this length altogether, in frames. */
export function windowKinds(totalFrames: number): WindowKinds {
  const times = Math.max(1, totalFrames / DENSE_FRAMES);
  return {
    long: { length: LONG_FRAMES, hop: Math.min(MAX_LONG_HOP, Math.round(LONG_FRAMES * times)) },
    short: { length: SHORT_FRAMES, hop: times > 1 ? SHORT_FRAMES : DENSE_HOP },
  };
}

/** The frames in which words, in time order, are spoken. */
export function speechOf(words: readonly Span[]): Frames[] {
  return joinNear(
    words.map(({ startMs, endMs }) => ({
      from: Math.max(0, Math.floor(startMs / FRAME_MS) - MARGIN_FRAMES),
      to: Math.floor(endMs / FRAME_MS) + MARGIN_FRAMES,
    })),
    1,
  );
}

/** The regions of speech that are long enough to say something about a voice: short gaps are part of them. */
export function regionsOf(speech: readonly Frames[]): Frames[] {
  return joinNear(speech, MIN_GAP_FRAMES)
    .filter(({ from, to }) => to - from >= MIN_REGION_FRAMES)
    .flatMap(({ from, to }) => {
      const parts = Math.ceil((to - from) / MAX_REGION_FRAMES);
      const edge = (part: number) => from + Math.round(((to - from) * part) / parts);
      return Array.from({ length: parts }, (_, part) => ({ from: edge(part), to: edge(part + 1) }));
    });
}

/** The windows of a region, which cover it unless their hop is longer than they are; a shorter region is one window. */
export function windowsOf({ from, to }: Frames, { length, hop }: WindowKind): Frames[] {
  const rest = to - from - length;
  if (rest <= 0) return [{ from, to }];
  const hops = hop > length ? Math.floor(rest / hop) : Math.ceil(rest / hop);
  const windowFrom = (start: number) => ({ from: start, to: start + length });
  if (hops === 0) return [windowFrom(from + Math.round(rest / 2))];
  return Array.from({ length: hops + 1 }, (_, index) => windowFrom(from + Math.round((index * rest) / hops)));
}

function joinNear(stretches: readonly Frames[], gap: number): Frames[] {
  const joined: Frames[] = [];
  for (const { from, to } of stretches) {
    const last = joined.at(-1);
    if (last && from - last.to < gap) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
