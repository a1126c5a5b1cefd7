import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const NEAR_PX = 24;

/**
 * Keeps the end of a scrolled box in sight while it grows, for as long as the reader is there. A new `summons` brings him
 * back to it; null does not.
 */
export function useStickToEnd(
  box: RefObject<HTMLElement | null>,
  content: unknown,
  summons: number | null,
): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const note = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    element.addEventListener('scroll', note, { passive: true });
    // What was hidden begins at its top when it is shown again.
    const observer = new ResizeObserver(() => isAtEnd.current && scrollToEnd(element));
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', note);
      observer.disconnect();
    };
  }, [box]);
  useLayoutEffect(() => {
    if (summons !== null) isAtEnd.current = true;
  }, [summons]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` says when to look again.
  useLayoutEffect(() => {
    if (isAtEnd.current) scrollToEnd(box.current);
  }, [box, content]);
}

function scrollToEnd(element: HTMLElement | null): void {
  if (element) element.scrollTop = element.scrollHeight;
}
