import { useEffect, useState } from 'react';

/** Counts up to a total in small steps, one a frame, so that making many rows never holds up the page. */
export function useGrowingCount(total: number, first: number, step: number): number {
  const [count, setCount] = useState(first);
  const isDone = count >= total;
  useEffect(() => {
    if (isDone) return;
    // A timer and not a frame alone: pages in the background get no frames.
    const timer = setTimeout(() => setCount(count + step), FRAME_MS);
    return () => clearTimeout(timer);
  }, [count, step, isDone]);
  return Math.min(count, total);
}

const FRAME_MS = 16;
