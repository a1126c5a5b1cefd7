import { type RefObject, useEffect, useState } from 'react';

const AWAY_PX = 100;

/** Whether an element has scrolled out at the top of the window by more than 100 px. */
export function useScrolledAway(ref: RefObject<HTMLElement | null>): boolean {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry) setIsAway(!entry.isIntersecting && entry.boundingClientRect.bottom < 0);
      },
      { rootMargin: `${AWAY_PX}px 0px 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isAway;
}
