import { type RefObject, useEffect, useRef } from 'react';
import type { Note } from '#contract/notes.ts';
import { focusQuietly } from '#web/lib/focus.ts';

/** A note that the list should lead to; a higher `visit` leads there again. */
export interface WantedNote {
  id: Note['id'];
  visit: number;
}

/** Scrolls the wanted note into view and moves the focus to it, once per visit, as soon as `isRendered`. */
export function useWantedNote(
  list: RefObject<HTMLElement | null>,
  wanted: WantedNote | null,
  isRendered: boolean,
): void {
  const shown = useRef(0);
  const { id, visit = 0 } = wanted ?? {};
  useEffect(() => {
    if (!isRendered || visit === shown.current) return;
    shown.current = visit;
    const item = list.current?.querySelector<HTMLElement>(`[data-note="${id}"]`);
    item?.scrollIntoView({ block: 'nearest' });
    focusQuietly(item);
  }, [list, id, visit, isRendered]);
}
