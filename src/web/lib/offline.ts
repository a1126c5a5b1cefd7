import { useSyncExternalStore } from 'react';

/** Added to the message of a failure while the browser is offline. */
export const OFFLINE = 'This device is offline.';

/** Whether the browser believes that it is connected. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(watch, () => navigator.onLine);
}

function watch(notify: () => void): () => void {
  addEventListener('online', notify);
  addEventListener('offline', notify);
  return () => {
    removeEventListener('online', notify);
    removeEventListener('offline', notify);
  };
}
