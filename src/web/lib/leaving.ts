import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Aborts what is running when the component is unmounted. */
export function useAbortOnLeave(running: RefObject<AbortController | null>): void {
  useEffect(() => () => running.current?.abort(), [running]);
}

/** Makes the browser ask before the page is closed while `active`. */
export function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [active]);
}

let isLeaving = false;

/** Whether the page is being closed or left: a request that begins now has to outlive it. */
export function isLeavingPage(): boolean {
  return isLeaving;
}

/**
 * Calls `save` when the component disappears and when the page is closed or left, for a field that saves what was typed. The browser fires
 * no `blur` for a field that is removed.
 */
export function useSaveOnLeave(save: () => void): void {
  const run = useEffectEvent(save);
  useEffect(() => {
    const leave = () => {
      isLeaving = true;
      run();
    };
    // The browser may keep the page, and show it again.
    const stay = () => {
      isLeaving = false;
    };
    addEventListener('pagehide', leave);
    addEventListener('pageshow', stay);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', stay);
      run();
    };
  }, []);
}
