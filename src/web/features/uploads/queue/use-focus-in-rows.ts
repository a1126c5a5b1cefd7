import { type FocusEvent, useEffect, useRef } from 'react';
import { focusQuietly } from '#web/lib/focus.ts';

interface Held {
  control: Element;
  row: HTMLElement | null;
}

/**
 * Keeps the focus where rows change by themselves: if the focused control disappears, its row takes the focus, or whatever `elsewhere`
 * focuses if the row is gone, too. Returns what the list listens to.
 */
export function useFocusInRows(elsewhere: () => void) {
  const held = useRef<Held | null>(null);
  useEffect(() => {
    if (held.current === null || held.current.control.isConnected) return;
    const { row } = held.current;
    held.current = null;
    if (document.activeElement !== document.body) return;
    if (row?.isConnected) focusQuietly(row);
    else elsewhere();
  });
  return {
    onFocus({ target }: FocusEvent): void {
      // A menu is shown elsewhere on the page, and has no row there.
      held.current = { control: target, row: target.closest('li') };
    },
    onBlur({ target }: FocusEvent): void {
      // Some browsers also say so when the control is being removed, which is not what the person wanted.
      setTimeout(() => {
        if (target.isConnected && held.current?.control === target) held.current = null;
      });
    },
  };
}
