import { type RefObject, useEffect } from 'react';

/** Ends what is going on when the component goes. */
export function useAbortOnLeave(running: RefObject<AbortController | null>): void {
  useEffect(() => () => running.current?.abort(), [running]);
}

/** Lets the browser ask before the page is left, for as long as something is going on. */
export function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [active]);
}
