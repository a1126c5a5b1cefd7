import { type RefObject, useEffect, useEffectEvent } from 'react';
import { segmentIdOf } from './segment-id.ts';
import { offsetAt } from './text-offset.ts';

/** The part of a row that was clicked, and the position in its words. */
export interface TextHit {
  segmentId: number;
  part: 'time' | 'speaker' | 'words';
  /** Offset in the words; null if they were not clicked. */
  offset: number | null;
  element: HTMLElement;
  isDouble: boolean;
  event: MouseEvent;
}

/** Reports clicks on the parts of rows. One listener serves all of them. */
export function useTextClicks(list: RefObject<HTMLElement | null>, onHit: (hit: TextHit) => void): void {
  const handleClick = useEffectEvent((event: MouseEvent) => {
    const hit = hitOf(event);
    if (hit) onHit(hit);
  });
  useEffect(() => {
    const element = list.current;
    const listener = (event: MouseEvent) => handleClick(event);
    element?.addEventListener('click', listener);
    element?.addEventListener('dblclick', listener);
    return () => {
      element?.removeEventListener('click', listener);
      element?.removeEventListener('dblclick', listener);
    };
  }, [list]);
}

function hitOf(event: MouseEvent): TextHit | null {
  const target = event.target instanceof Element ? event.target : null;
  const element = target?.closest<HTMLElement>('.segment-time, .segment-speaker, .segment-words');
  const segmentId = segmentIdOf(element ?? null);
  if (!element || segmentId === null) return null;
  const part = element.matches('.segment-time')
    ? 'time'
    : element.matches('.segment-speaker')
      ? 'speaker'
      : 'words';
  // A field that is written in puts its caret itself.
  if (element instanceof HTMLTextAreaElement && !event.altKey) return null;
  const offset = part === 'words' ? offsetIn(element, event) : null;
  return { segmentId, part, offset, element, isDouble: event.type === 'dblclick', event };
}

function offsetIn(element: HTMLElement, { clientX: x, clientY: y }: MouseEvent): number | null {
  return element instanceof HTMLTextAreaElement ? element.selectionStart : offsetAt(element, { x, y });
}
