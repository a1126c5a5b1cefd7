import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#web/lib/focus.ts';
import { keyOf } from '#web/lib/key-of.ts';
import { isOverlayOpen } from '#web/lib/open-overlay.ts';
import { segmentIdOf } from '#web/player/segment-id.ts';

export interface EditingKeys {
  isEditing: boolean;
  /** Called with the row whose timestamp has the focus, if any. */
  toggle: (segmentId: number | null) => void;
  undo: () => void;
  redo: () => void;
  find: () => void;
  /** Keys on the time of a row. */
  write: (segmentId: number) => void;
  chooseSpeaker: (segmentId: number, anchor: HTMLElement) => void;
  /** Also while a row is being written in. */
  setTimes: (segmentId: number) => void;
  move: (segmentId: number, direction: 'up' | 'down') => void;
  /** Moves too, and selects the rows on the way. */
  choose: (segmentId: number, direction: 'up' | 'down') => void;
}

/** The keyboard shortcuts for editing, wherever the focus is; the row being edited handles its own. */
export function useEditingKeys(keys: EditingKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const run = event.defaultPrevented
      ? null
      : (withControl(event, keys) ?? withAlt(event, keys) ?? plain(event, keys));
    // Checked last, because it searches the whole page, which can be long.
    if (!run || isOverlayOpen()) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

function withControl(event: KeyboardEvent, keys: EditingKeys): (() => void) | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = keyOf(event).toLowerCase();
  if (key === 'h' && !event.shiftKey) return keys.find;
  // A field handles undo of its own typing.
  if (isTyping()) return null;
  if (key === 'z') return event.shiftKey ? keys.redo : keys.undo;
  return key === 'y' ? keys.redo : null;
}

const LETTER = /^\p{L}$/u;

function withAlt(event: KeyboardEvent, keys: EditingKeys): (() => void) | null {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const key = keyOf(event).toLowerCase();
  // On a Mac, Option makes a sign of it.
  if (key !== 't' && (event.code !== 'KeyT' || LETTER.test(key))) return null;
  const segmentId = segmentIdOf(event.target instanceof Element ? event.target : null);
  return segmentId === null ? null : () => keys.setTimes(segmentId);
}

function plain(event: KeyboardEvent, keys: EditingKeys): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping()) return null;
  const time = event.target instanceof Element ? event.target.closest<HTMLElement>('.segment-time') : null;
  const segmentId = segmentIdOf(time);
  const pressed = keyOf(event);
  const key = pressed.length === 1 ? pressed.toLowerCase() : pressed;
  if (key === 'e') return () => keys.toggle(segmentId);
  if (!time || segmentId === null) return null;
  if (key === 's') return () => keys.chooseSpeaker(segmentId, time);
  if (key === 't') return () => keys.setTimes(segmentId);
  if (!keys.isEditing) return null;
  if (key === 'Enter') return () => keys.write(segmentId);
  const reach = event.shiftKey ? keys.choose : keys.move;
  if (key === 'ArrowUp') return () => reach(segmentId, 'up');
  return key === 'ArrowDown' ? () => reach(segmentId, 'down') : null;
}
