import { useStoredFlag } from './use-stored-flag.ts';

/** A flag that this tab remembers, for the next transcript and after a reload. */
export function useSessionFlag(name: string): [boolean, (on: boolean) => void] {
  return useStoredFlag(name, 'sessionStorage');
}
