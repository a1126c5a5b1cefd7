import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';

/** Moves the focus without scrolling the page. */
export function focusQuietly(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true });
}

/** Focuses the ref's element once, after a new page has taken the focus; not if `isWanted` is false at first. */
export function useFirstFocus(ref: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const isWantedAtFirst = useRef(isWanted);
  useEffect(() => {
    if (!isWantedAtFirst.current) return;
    const timer = setTimeout(() => focusQuietly(ref.current));
    return () => clearTimeout(timer);
  }, [ref]);
}

/** Whether the focus is in a text field. */
export function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea') ?? false;
}

/** Like `isTyping`, updated whenever the focus moves. */
export function useIsTyping(): boolean {
  return useSyncExternalStore(watchFocus, isTyping);
}

function watchFocus(notify: () => void): () => void {
  // While the focus moves from field to field, it is nowhere for a moment, which must not count.
  const later = () => setTimeout(notify);
  document.addEventListener('focusin', notify);
  document.addEventListener('focusout', later);
  return () => {
    document.removeEventListener('focusin', notify);
    document.removeEventListener('focusout', later);
  };
}

/** The closest ancestor that takes the focus when a control in it disappears: the result, or the whole page. */
export function focusPlaceOf(element: HTMLElement | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[tabindex="-1"]') ?? null;
}

/**
 * Keeps the focus in place: if `stage` changes and the focused element disappears with the old stage, moves the focus to the
 * element that `find` returns for the new one; by default, the ref's own.
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
