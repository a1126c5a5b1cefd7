import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { afterPaint } from '#web/lib/after-paint.ts';

interface LaterProps {
  /** Whether this is what people came for after all; counts when it is rendered first. */
  isWanted: boolean;
  children: ReactNode;
}

/** Renders what people did not come for after the rest has been painted, in steps between which the page can respond. */
export function Later({ isWanted, children }: LaterProps) {
  const [isTime, setTime] = useState(isWanted);
  useEffect(() => {
    if (isTime) return;
    let isGone = false;
    void afterPaint().then(() => {
      if (!isGone) startTransition(() => setTime(true));
    });
    return () => {
      isGone = true;
    };
  }, [isTime]);
  return (isTime || isWanted) && children;
}
