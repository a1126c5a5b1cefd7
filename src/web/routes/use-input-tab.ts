import { useSearchParams } from 'wouter';

const NAME = 'input';

/** Where the recording tab is, from any page. */
export const RECORDING_TAB = 'recording';
export const RECORDING_TAB_PATH = `/?${NAME}=${RECORDING_TAB}`;

/** Which way in is open: it lives in the address, so that a reload comes back to it. The one that opens first is not named there. */
export function useInputTab(first: string): [string, (tab: string) => void] {
  const [search, setSearch] = useSearchParams();
  return [
    search.get(NAME) ?? first,
    (tab) =>
      setSearch(
        (current) => {
          const changed = new URLSearchParams(current);
          if (tab === first) changed.delete(NAME);
          else changed.set(NAME, tab);
          return changed;
        },
        // A look at another tab is no step of the way back.
        { replace: true },
      ),
  ];
}
