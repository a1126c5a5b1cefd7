import { firstIndex } from './first-index.ts';
import { createPhraseFinder } from './phrases.ts';
import { type FoundPart, type PlacedTerm, placeTerms, type TextSegment } from './placed-terms.ts';
import type { Span } from './retime.ts';

/** Words in a row, with their places in the text and their times. */
export interface Stretch extends Span {
  parts: readonly FoundPart[];
}

/** A time, and how far away from it something may begin; it must be in the span. */
export interface Nearness {
  startMs: number;
  slackMs: number;
  within: Span;
}

/** The words of a text, found by what they are and when they are said. */
export interface SaidWords {
  /** Where a phrase is said, those that begin nearest to the time first. */
  phrases(wanted: readonly string[], near: Nearness): Generator<Stretch>;
  /** The words that begin in a span, at most so many before and after the time, in the order of the text. */
  around(most: number, near: Pick<Nearness, 'startMs' | 'within'>): PlacedTerm[];
}

/** Indexes the words of segments by their times, in a time that grows with the text. */
export function indexSaidWords(segments: readonly TextSegment[]): SaidWords {
  const terms = segments.flatMap((segment) => placeTerms(segment));
  const startOf = (index: number) => terms[index]?.startMs ?? 0;
  const inTime = Array.from(terms, (_, index) => index).sort((a, b) => startOf(a) - startOf(b) || a - b);
  const find = createPhraseFinder(terms.map(({ word }) => word));
  const countBefore = (ms: number) => firstIndex(inTime, (index) => startOf(index) >= ms);
  return {
    *phrases(wanted, { startMs, slackMs, within }) {
      const isAt = find(wanted);
      const farAway = (index: number) => Math.abs(startOf(index) - startMs);
      for (const index of outward(inTime, countBefore(startMs), farAway)) {
        if (farAway(index) > slackMs) return;
        // Of the segments outside of the span, some may be missing, so that words that seem to follow each other do not.
        if (!isAt(index) || startOf(index + wanted.length - 1) > within.endMs) continue;
        const stretch = stretchOf(terms.slice(index, index + wanted.length));
        if (stretch) yield stretch;
      }
    },
    around(most, { startMs, within }) {
      const middle = countBefore(startMs);
      const first = Math.max(countBefore(within.startMs), middle - most);
      const end = Math.min(countBefore(within.endMs + 1), middle + most);
      const indexes = inTime.slice(first, end).sort((a, b) => a - b);
      return indexes.flatMap((index) => terms[index] ?? []);
    },
  };
}

/** Terms in a row as a stretch; null if there are none. */
export function stretchOf(terms: readonly PlacedTerm[]): Stretch | null {
  const [first] = terms;
  const last = terms.at(-1);
  if (!first || !last) return null;
  const bySegment = Map.groupBy(terms, ({ segment }) => segment);
  const parts = [...bySegment].map(([{ id, revision, text }, within]): FoundPart => {
    const [start, end] = [within[0]?.start ?? 0, within.at(-1)?.end ?? 0];
    return { segment: { id, revision }, start, end, text: text.slice(start, end) };
  });
  return { parts, startMs: first.startMs, endMs: Math.max(first.startMs, last.endMs) };
}

/** The items at a place and after it, and those before it, always the one that is less far away. */
function* outward<Item>(
  items: readonly Item[],
  from: number,
  farAway: (item: Item) => number,
): Generator<Item> {
  let [before, after] = [from - 1, from];
  while (before >= 0 || after < items.length) {
    const [earlier, later] = [items[before], items[after]];
    if (earlier !== undefined && (later === undefined || farAway(earlier) <= farAway(later))) {
      before -= 1;
      yield earlier;
    } else if (later !== undefined) {
      after += 1;
      yield later;
    }
  }
}
