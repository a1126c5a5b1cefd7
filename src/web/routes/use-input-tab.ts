import { HOME_PATH } from '#web/lib/paths.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';

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
  const [tab, setTab] = useSearchParam(NAME);
  return [tab ?? UPLOAD_TAB, (next) => setTab(next === UPLOAD_TAB ? null : next)];
}
