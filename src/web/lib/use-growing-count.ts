import { startTransition, useEffect, useState } from 'react';

/** Counts up from `first` to a total in steps, one per frame, so that rendering many rows does not block the page. */
export function useGrowingCount(total: number, first: number, step: number): number {
  const [count, setCount] = useState(first);
  const isDone = count >= total;
  useEffect(() => {
    if (isDone) return;
    // A timer, because pages in the background get no animation frames.
    const timer = setTimeout(() => startTransition(() => setCount(count + step)), FRAME_MS);
    return () => clearTimeout(timer);
  }, [count, step, isDone]);
  return Math.min(count, total);
}

const FRAME_MS = 16;
