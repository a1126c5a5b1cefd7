import { type RefObject, useEffect, useEffectEvent } from 'react';

const NEAR_PX = 100;

interface ScrolledList {
  list: RefObject<HTMLElement | null>;
  /** An element after the last row. */
  end: RefObject<HTMLElement | null>;
  isOn: boolean;
}

/** Calls `onNear` when a list has been scrolled to within 100 px of its end, and again while the end stays that close. */
export function useNearEnd({ list, end, isOn }: ScrolledList, onNear: () => void): void {
  const handleNear = useEffectEvent(onNear);
  useEffect(() => {
    if (!isOn || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) handleNear();
      },
      { root: list.current, rootMargin: `0px 0px ${NEAR_PX}px 0px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [list, end, isOn]);
}
