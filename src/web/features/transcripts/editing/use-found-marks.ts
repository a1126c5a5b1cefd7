import { useEffect } from 'react';
import { canHighlight, showHighlight } from '#web/player/highlights.ts';
import { scrollToRow } from '#web/player/scroll-to-row.ts';
import { segmentElement, segmentTextNode } from '#web/player/segment-id.ts';
import type { FoundMatch } from './matches.ts';

const FOUND = 'found';
const CURRENT = 'found-current';
/** How many matches before and after the current one are marked; more are never visible at once. */
const NEIGHBOURS = 200;

/** Marks matches, the current one differently. */
export function useFoundMarks(matches: readonly FoundMatch[], current: number): void {
  useEffect(() => {
    if (!canHighlight()) return;
    const first = Math.max(0, current - NEIGHBOURS);
    const near = matches.slice(first, current + NEIGHBOURS);
    const ranges = near.map(rangeOf);
    const now = ranges[current - first];
    const others = ranges.flatMap((range) => (range && range !== now ? [range] : []));
    showHighlight(FOUND, new Highlight(...others));
    showHighlight(CURRENT, new Highlight(...(now ? [now] : [])));
    return () => {
      CSS.highlights.delete(FOUND);
      CSS.highlights.delete(CURRENT);
    };
  }, [matches, current]);
}

/** Scrolls to the row of a match. */
export function showMatch(match: FoundMatch | undefined): void {
  const row = match && segmentElement(match.segmentId);
  if (!row) return;
  const { top, bottom } = row.getBoundingClientRect();
  if (top < COVERED_PX || bottom > innerHeight) scrollToRow(row);
}

/** Height covered by the toolbar with the find bar. */
const COVERED_PX = 180;

/** The range of a match in its row; null if the row is not there, or shows another text. */
export function rangeOf({ segmentId, start, end }: FoundMatch): Range | null {
  const row = segmentElement(segmentId);
  const text = row && segmentTextNode(row);
  if (!text || end > text.length) return null;
  const range = new Range();
  range.setStart(text, start);
  range.setEnd(text, end);
  return range;
}
