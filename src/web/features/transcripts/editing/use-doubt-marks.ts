import { useEffect } from 'react';
import { canHighlight, showHighlight } from '#web/player/highlights.ts';
import { segmentElement } from '#web/player/segment-id.ts';
import type { Doubt } from './doubts.ts';
import { rangeOf } from './use-found-marks.ts';

const DOUBTED = 'doubted';
const CURRENT = 'doubted-current';
/** The marking goes on with the next frame, so that thousands of words do not hold up the page. */
const MARKED_A_FRAME = 500;

/** Underlines the words to be checked, as their rows are rendered. */
export function useDoubtMarks(doubts: readonly Doubt[], current: Doubt | null): void {
  useEffect(() => {
    if (!canHighlight() || doubts.length === 0) return;
    const marks = new Highlight();
    let marked = 0;
    let frame = 0;
    const mark = () => {
      for (let count = 0; count < MARKED_A_FRAME && marked < doubts.length; count += 1) {
        const doubt = doubts[marked];
        if (doubt && !segmentElement(doubt.segmentId)) break;
        const range = doubt && rangeOf(doubt);
        if (range) marks.add(range);
        marked += 1;
      }
      if (marked < doubts.length) frame = requestAnimationFrame(mark);
    };
    mark();
    showHighlight(DOUBTED, marks);
    return () => {
      cancelAnimationFrame(frame);
      CSS.highlights.delete(DOUBTED);
    };
  }, [doubts]);
  useEffect(() => {
    const range = current && rangeOf(current);
    if (!range || !canHighlight()) return;
    const mark = new Highlight(range);
    mark.priority = 1;
    showHighlight(CURRENT, mark);
    return () => void CSS.highlights.delete(CURRENT);
  }, [current]);
}
