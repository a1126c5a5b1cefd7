import { type RefObject, useLayoutEffect } from 'react';

/**
 * Says in `--toast` how high the toast is, so that the page leaves room for it (styles.css), and in `--keyboard` what an on-screen
 * keyboard covers of the window. What has the focus does not stay under the toast.
 */
export function useToastRoom(region: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    const { style } = document.documentElement;
    let height = 0;
    const measure = () => {
      const now = element.offsetHeight;
      style.setProperty('--toast', `${now}px`);
      if (now > height) keepFocusInSight(element);
      height = now;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const view = window.visualViewport;
    const readKeyboard = () => style.setProperty('--keyboard', `${keyboardHeight(view)}px`);
    view?.addEventListener('resize', readKeyboard);
    view?.addEventListener('scroll', readKeyboard);
    return () => {
      observer.disconnect();
      view?.removeEventListener('resize', readKeyboard);
      view?.removeEventListener('scroll', readKeyboard);
      style.removeProperty('--toast');
      style.removeProperty('--keyboard');
    };
  }, [region]);
}

/** Safari lays its keyboard over the window. A page that is zoomed in shows only a part of the window, too. */
function keyboardHeight(view: VisualViewport | null): number {
  if (view?.scale !== 1) return 0;
  return Math.max(0, Math.round(innerHeight - view.height - view.offsetTop));
}

function keepFocusInSight(toast: HTMLElement): void {
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body || toast.contains(activeElement)) return;
  const { top, bottom } = activeElement.getBoundingClientRect();
  const end = toast.getBoundingClientRect().top;
  if (bottom > end && top < innerHeight) activeElement.scrollIntoView({ block: 'nearest' });
}
