import { type RefObject, useEffect } from 'react';

/** From the specification: by then, the dialog has finished opening. */
const DELAY_MS = 300;

/** Scrolls the highlighted passage into the middle of the view, once after the article is opened. */
export function useShowMark(text: RefObject<HTMLElement | null>, isMarked: boolean): void {
  useEffect(() => {
    if (!isMarked) return;
    const show = () => text.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
    let frame = 0;
    const timer = setTimeout(() => {
      show();
      // Blocks off screen had an estimated height until now.
      frame = requestAnimationFrame(show);
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [text, isMarked]);
}
