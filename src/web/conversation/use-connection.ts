import { useEffect, useRef } from 'react';

/** Signals for one request at a time: opening a new one aborts the last, and so does unmounting the component. */
export function useConnection() {
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return {
    open: (): AbortSignal => {
      controller.current?.abort();
      controller.current = new AbortController();
      return controller.current.signal;
    },
    close: () => controller.current?.abort(),
  };
}
