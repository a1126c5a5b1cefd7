import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const NEAR_PX = 24;

/**
 * Keeps the end of a scrolling box in view as its content grows, unless the user has scrolled away. A new `summons` scrolls
 * back to the end; null does not.
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
    const updateIsAtEnd = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    element.addEventListener('scroll', updateIsAtEnd, { passive: true });
    // A box that was hidden is scrolled to its top when it is shown again.
    const observer = new ResizeObserver(() => isAtEnd.current && scrollToEnd(element));
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', updateIsAtEnd);
      observer.disconnect();
    };
  }, [box]);
  useLayoutEffect(() => {
    if (summons !== null) isAtEnd.current = true;
  }, [summons]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` triggers the effect.
  useLayoutEffect(() => {
    if (isAtEnd.current) scrollToEnd(box.current);
  }, [box, content]);
}

function scrollToEnd(element: HTMLElement | null): void {
  if (element) element.scrollTop = element.scrollHeight;
}
