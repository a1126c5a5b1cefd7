import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';

/** Moves the focus without moving the page. */
export function focusQuietly(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
}

/** Whether somebody is in the middle of writing something. */
export function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea') ?? false;
}

/** The same, told anew when the focus goes to another place. */
export function useIsTyping(): boolean {
  return useSyncExternalStore(watchFocus, isTyping);
}

function watchFocus(notify: () => void): () => void {
  // Between two fields the focus is nowhere for a moment, which is no pause.
  const later = () => setTimeout(notify);
  document.addEventListener('focusin', notify);
  document.addEventListener('focusout', later);
  return () => {
    document.removeEventListener('focusin', notify);
    document.removeEventListener('focusout', later);
  };
}

/** The place around an element that takes the focus when a control in it has gone: the result, or the whole page. */
export function focusPlaceOf(element: HTMLElement | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[tabindex="-1"]') ?? null;
}

/**
 * Keeps the keyboard where it was: when `stage` changes and what had the focus has gone with the old stage, the focus
 * goes to what `find` answers for the new one.
 */
export function useKeptFocus(
  ref: RefObject<HTMLElement | null>,
  stage: unknown,
  find: (element: HTMLElement | null) => HTMLElement | null = itself,
): void {
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) focusQuietly(find(ref.current));
  }, [ref, stage, find]);
}

function itself(element: HTMLElement | null): HTMLElement | null {
  return element;
}
