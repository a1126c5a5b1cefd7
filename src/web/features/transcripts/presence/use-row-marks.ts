import { useEffect } from 'react';
import type { PresentPerson } from '#contract/presence.ts';
import { segmentElement } from '#web/player/segment-id.ts';
import './presence.css';

/** Marks the rows in which others write with their names and colours, without rendering a row again. */
export function useRowMarks(people: readonly PresentPerson[]): void {
  useEffect(() => {
    const writers = Map.groupBy(
      people.filter(({ segmentId }) => segmentId !== null),
      ({ segmentId }) => segmentId ?? 0,
    );
    if (writers.size === 0) return;
    const mark = () => {
      for (const [segmentId, here] of writers) {
        const row = segmentElement(segmentId);
        if (!row || row.dataset.present !== undefined) continue;
        row.dataset.present = here.map(({ name }) => name).join(', ');
        row.style.setProperty('--person', `var(--person-${here[0]?.color})`);
      }
    };
    mark();
    // Rows come and go while the text is rendered, split and joined.
    const observer = new MutationObserver(mark);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      for (const segmentId of writers.keys()) {
        const row = segmentElement(segmentId);
        delete row?.dataset.present;
        row?.style.removeProperty('--person');
      }
    };
  }, [people]);
}
