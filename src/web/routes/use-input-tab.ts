import { useSearchParams } from 'wouter';
import { HOME_PATH } from '#web/lib/paths.ts';

const NAME = 'input';

/** The tab that is open first. */
export const UPLOAD_TAB = 'upload';
/** The recording tab, and its path. */
export const RECORDING_TAB = 'recording';
export const RECORDING_TAB_PATH = inputTabPath(RECORDING_TAB);

/** The path of the workspace with this tab open. */
export function inputTabPath(tab: string): string {
  return tab === UPLOAD_TAB ? HOME_PATH : `${HOME_PATH}?${NAME}=${tab}`;
}

/** The open input tab and a setter. It is stored in the address, so that it survives a reload; the first tab is left out. */
export function useInputTab(): [string, (tab: string) => void] {
  const [search, setSearch] = useSearchParams();
  return [
    search.get(NAME) ?? UPLOAD_TAB,
    (tab) =>
      setSearch(
        (current) => {
          const changed = new URLSearchParams(current);
          if (tab === UPLOAD_TAB) changed.delete(NAME);
          else changed.set(NAME, tab);
          return changed;
        },
        // Switching tabs adds no step to the browser's history.
        { replace: true },
      ),
  ];
}
