import { useStoredFlag } from '#web/lib/use-stored-flag.ts';

/** The label of the option in menu and list. */
export const CUT_AT_WORDS = 'Cut at words';

/** Whether SRT is cut at the words' times, and a setter. The last choice is remembered; the default is no. */
export function useCutAtWords(): [boolean, (isOn: boolean) => void] {
  return useStoredFlag('cut-subtitles-at-words');
}
