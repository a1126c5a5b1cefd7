import { useEffect, useRef } from 'react';

/** One request at a time, which ends with the component. */
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
