/** Pages that people arrive at; the build knows the script of each. */
export type ArrivalPage = 'landing' | 'shared' | 'signed-in';

const FOR_SIGNED_IN = /^\/($|(library|ask|projects|settings|transcript)(\/|$))/;
const FOR_READERS = /^\/share\//;

/** The page that a path probably leads to, before the session has been checked: `hasSession` says only that there is a cookie. Null for all others. */
export function arrivalPage(path: string, hasSession: boolean): ArrivalPage | null {
  if (FOR_READERS.test(path)) return 'shared';
  if (hasSession) return FOR_SIGNED_IN.test(path) ? 'signed-in' : null;
  return path === '/' ? 'landing' : null;
}
