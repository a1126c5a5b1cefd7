import { scrollToRow } from '#web/player/scroll-to-row.ts';
import { segmentElement } from '#web/player/segment-id.ts';

const FLASHED_ROWS = 50;
const FLASH_MS = 1400;

/** Scrolls to rows that were just changed and highlights them, once they are rendered. */
export function revealRows(segmentIds: readonly number[]): void {
  // After the change has been rendered.
  requestAnimationFrame(() => {
    const rows = segmentIds.slice(0, FLASHED_ROWS).flatMap((id) => segmentElement(id) ?? []);
    const [first] = rows;
    if (!first) return;
    const { top, bottom } = first.getBoundingClientRect();
    if (top < TOOLBAR_PX || bottom > innerHeight) scrollToRow(first);
    for (const row of rows) {
      row.animate([{ backgroundColor: 'var(--mark)' }, { backgroundColor: 'transparent' }], {
        duration: FLASH_MS,
        easing: 'ease-out',
      });
    }
  });
}

/** Height covered by the toolbar. */
const TOOLBAR_PX = 64;
