import { useCallback, useSyncExternalStore } from 'react';

/** From this width on, there is room for a panel beside the text (also in styles.css). */
export const WIDE = '(min-width: 75rem)';
/** Below this width, panels are sheets at the bottom of the window (also in styles.css). */
export const PHONE = '(max-width: 39.99rem)';

/** Whether the window matches a media query, updated when that changes. */
export function useMediaQuery(query: string): boolean {
  const watch = useCallback(
    (notify: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => matchMedia(query).matches);
}
