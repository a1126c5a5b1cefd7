/** Paths of this site. The first two belong to the server and need a full page load. */
export const LOGIN_PATH = '/api/login';
export const LOGOUT_PATH = '/api/logout';
export const HOME_PATH = '/';
export const LIBRARY_PATH = '/library';
export const ASK_PATH = '/ask';
export const PROJECTS_PATH = '/projects';
export const SETTINGS_PATH = '/settings';
export const SIGN_IN_PATH = '/sign-in';

/** What is searched for in all transcripts, in the address of the home page. */
export const SEARCH_PARAM = 'q';

/** The path of a search in all transcripts. */
export function searchPath(text: string): string {
  return `${HOME_PATH}?${SEARCH_PARAM}=${encodeURIComponent(text)}`;
}

/** A question that waits to be sent, in the address of the page that asks the library. */
export const ASK_PARAM = 'q';

/** The path of that page with a question. */
export function askPath(question: string): string {
  return `${ASK_PATH}?${ASK_PARAM}=${encodeURIComponent(question)}`;
}

export function projectPath(id: number): string {
  return `${PROJECTS_PATH}/${id}`;
}

/** The path of a transcript's own page: from a moment on, or only a stretch of it (both in seconds, kept to the millisecond). */
export function transcriptPath(id: number, seconds?: number, end?: number): string {
  const path = `/transcript/${id}`;
  return seconds === undefined ? path : withTimes(path, seconds, end);
}

/** The path of a public link. */
export function sharePath(shareId: string): string {
  return `/share/${shareId}`;
}

/** The address of a transcript from a moment on, or of a stretch of it. */
export function withTimes(address: string, seconds: number, end?: number): string {
  return `${address}?t=${exact(seconds)}${end === undefined ? '' : `&end=${exact(end)}`}`;
}

/** The path of the login, which returns to a path of this site. */
export function loginPath(returnTo: string): string {
  const safe = safeReturnPath(returnTo);
  return safe === HOME_PATH ? LOGIN_PATH : `${LOGIN_PATH}?returnTo=${encodeURIComponent(safe)}`;
}

/** Returns a path of this site unchanged, and the home page for anything that leads elsewhere. */
export function safeReturnPath(path: string | null): string {
  // '//host' and '/\host' lead to another host, and browsers drop control characters before parsing.
  if (!path?.startsWith('/') || /^\/[/\\]|[\\\x00-\x1f]/.test(path)) return HOME_PATH;
  return path;
}

function exact(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
