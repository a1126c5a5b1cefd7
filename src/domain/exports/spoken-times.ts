import type { SegmentWords } from '#contract/segments.ts';
import { wordRanges } from '../words.ts';

/** When something is said, in milliseconds from the start of the recording. */
export interface SpokenTime {
  startMs: number;
  endMs: number;
}

/** A part stays on screen until the next one begins if the gap is at most this long: a shorter gap would just flicker. */
const CLOSE_MS = 150;

export interface CutText {
  text: string;
  /** The name before the text, which is not spoken. */
  lead: string;
  /** Lead and text in order; only white space may differ. */
  parts: readonly string[];
  /** The words of the text. */
  words: SegmentWords['words'];
}

/**
 * When each part of a text is said: from the start of its first word to the end of its last. Null if the words do not give ascending
 * times for every part.
 */
export function spokenTimes({ text, lead, parts, words }: CutText): SpokenTime[] | null {
  const ranges = wordRanges({ text, words });
  const signs = [...text.matchAll(/\S/g)].map(({ index }) => index);
  const times: SpokenTime[] = [];
  let counted = -countSigns(lead);
  let firstWord = 0;
  for (const part of parts) {
    const from = signs[Math.max(0, counted)] ?? text.length;
    counted += countSigns(part);
    const to = counted > 0 ? (signs[counted - 1] ?? text.length) + 1 : 0;
    let startMs: number | null = null;
    let endMs = 0;
    for (let index = firstWord; index < words.length; index++) {
      const [word, range] = [words[index], ranges[index]];
      if (!word || !range || range.end <= from) continue;
      if (range.start >= to) break;
      firstWord = index;
      startMs ??= timeWithin(word, range, from);
      endMs = timeWithin(word, range, to);
    }
    if (startMs === null) return null;
    times.push({ startMs, endMs });
  }
  return isInOrder(times) ? times.map((time, index) => untilNext(time, times[index + 1])) : null;
}

function countSigns(text: string): number {
  return text.replace(/\s/g, '').length;
}

type Range = { start: number; end: number };

/** The time at an offset within a word, in proportion to length: in scripts without spaces, a part can begin or end within a word. */
function timeWithin([, start, end]: SegmentWords['words'][number], range: Range, offset: number): number {
  const share = (offset - range.start) / Math.max(1, range.end - range.start);
  return Math.round(1000 * (start + Math.min(1, Math.max(0, share)) * (end - start)));
}

function isInOrder(times: readonly SpokenTime[]): boolean {
  return times.every(
    ({ startMs, endMs }, index) =>
      Number.isFinite(startMs) &&
      endMs > startMs &&
      startMs > (times[index - 1]?.startMs ?? -1) &&
      startMs < (times[index + 1]?.startMs ?? Number.POSITIVE_INFINITY),
  );
}

function untilNext({ startMs, endMs }: SpokenTime, next: SpokenTime | undefined): SpokenTime {
  return { startMs, endMs: next && next.startMs - endMs < CLOSE_MS ? next.startMs : endMs };
}
