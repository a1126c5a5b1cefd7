import type { TimestampedSegment } from '#contract/segments.ts';
import type { TimeRange } from '#domain/timeline.ts';
import { joinWords } from '#domain/tokens.ts';
import type { WordsOfSegments } from '#web/player/data.ts';
import { withWords } from '#web/player/with-words.ts';

/** A word, or a whole segment whose words are not known, with its time in seconds. */
export interface Spoken extends TimeRange {
  text: string;
}

/** How far around a stretch words are looked at: nudging goes word by word. */
const AROUND_SECONDS = 120;
/** Browsers and engines give times to the hundredth. */
const TOLERANCE_SECONDS = 0.005;

/** The words said in a stretch and around it, in order of time. */
export function spokenAround(
  segments: readonly TimestampedSegment[],
  words: WordsOfSegments | undefined,
  { start, end }: TimeRange,
): Spoken[] {
  return segments
    .filter((segment) => segment.end > start - AROUND_SECONDS && segment.start < end + AROUND_SECONDS)
    .flatMap((segment) => {
      const known = withWords(segment, words).words;
      if (known.length === 0) return [{ text: segment.text, start: segment.start, end: segment.end }];
      return known.map(([text, from, to]) => ({ text, start: from, end: to }));
    })
    .toSorted((one, other) => one.start - other.start);
}

/** The start (or end) of the nearest word before or after a time; null if there is none. */
export function nextEdge(
  spoken: readonly Spoken[],
  { edge, from, direction }: { edge: 'start' | 'end'; from: number; direction: 'earlier' | 'later' },
): number | null {
  const times = spoken.map((each) => each[edge]);
  const found =
    direction === 'later'
      ? times.filter((time) => time > from + TOLERANCE_SECONDS)
      : times.filter((time) => time < from - TOLERANCE_SECONDS);
  if (found.length === 0) return null;
  return direction === 'later' ? Math.min(...found) : Math.max(...found);
}

/** The words that are heard in a stretch, at least half of each. */
export function wordsIn(spoken: readonly Spoken[], { start, end }: TimeRange): string {
  const heard = spoken.filter((each) => {
    const middle = (each.start + each.end) / 2;
    return middle >= start && middle <= end;
  });
  return joinWords(heard.map(({ text }) => text.trim()));
}
