import { type RefObject, useEffect } from 'react';

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
