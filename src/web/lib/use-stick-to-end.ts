import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const NEAR_PX = 24;

/**
 * Keeps the end of a scrolling box in view as its content grows, unless the user has scrolled away; of the last of several children, if it is longer
 * than the box, the beginning, where people start to read. A new `summons` scrolls back there; null does not.
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
      isAtEnd.current = Math.abs(endOf(element) - element.scrollTop) < NEAR_PX;
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
  if (element) element.scrollTop = endOf(element);
}

/** How far to scroll for the end of the content, but no further than to the beginning of its last child. */
function endOf({ scrollHeight, clientHeight, firstElementChild, lastElementChild }: HTMLElement): number {
  const end = scrollHeight - clientHeight;
  // A single child is one growing text.
  if (!firstElementChild || !lastElementChild || firstElementChild === lastElementChild) return end;
  return Math.min(
    end,
    lastElementChild.getBoundingClientRect().top - firstElementChild.getBoundingClientRect().top,
  );
}
