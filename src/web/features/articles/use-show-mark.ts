import { type RefObject, useEffect } from 'react';

/** As the specification has it: the dialog has come to rest then. */
const DELAY_MS = 300;

/** Brings the marked passage into the middle of what scrolls, once after it was opened. */
export function useShowMark(text: RefObject<HTMLElement | null>, isMarked: boolean): void {
  useEffect(() => {
    if (!isMarked) return;
    const show = () => text.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
    let frame = 0;
    const timer = setTimeout(() => {
      show();
      // What was out of sight had a guessed height until now.
      frame = requestAnimationFrame(show);
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [text, isMarked]);
}
