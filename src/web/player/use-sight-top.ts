import { type RefObject, useLayoutEffect } from 'react';

/**
 * Says in `--sight-top` how far from the top of the window it begins what sticks beside the text, in pixels: the side as a whole, or its
 * panel. It then ends at the bottom of the window wherever it begins (styles.css).
 */
export function useSightTop(side: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    let last = -1;
    const measure = () => {
      const element = side.current;
      const sticking = element?.offsetHeight ? element : element?.querySelector('.reading-panel');
      const top = Math.max(0, Math.round(sticking?.getBoundingClientRect().top ?? 0));
      if (top !== last) element?.style.setProperty('--sight-top', `${top}px`);
      last = top;
    };
    // What stands above grows and shrinks: the title, notes about the transcript, the player. It also measures first, once the page is laid out:
    // asking before would have it laid out in between.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [side]);
}
