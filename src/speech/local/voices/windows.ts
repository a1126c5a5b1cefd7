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

/** By these, voices are found: shorter ones vary too much. */
export const LONG: WindowKind = { length: 150, hop: 150 };
/** By these, words get their voice: longer ones miss what is said between two others. */
export const SHORT: WindowKind = { length: 100, hop: 75 };

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

/** The windows that cover a region; a shorter region is one window. */
export function windowsOf({ from, to }: Frames, { length, hop }: WindowKind): Frames[] {
  const rest = to - from - length;
  if (rest <= 0) return [{ from, to }];
  const hops = Math.ceil(rest / hop);
  return Array.from({ length: hops + 1 }, (_, index) => {
    const start = from + Math.round((index * rest) / hops);
    return { from: start, to: start + length };
  });
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
