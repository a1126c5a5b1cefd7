/** Addresses of this site. The first two belong to the server and need a full page load. */
export const LOGIN_PATH = '/api/login';
export const LOGOUT_PATH = '/api/logout';
export const HOME_PATH = '/';
export const LIBRARY_PATH = '/library';
export const PROJECTS_PATH = '/projects';
export const SETTINGS_PATH = '/settings';
export const SIGN_IN_PATH = '/sign-in';

export function projectPath(id: number): string {
  return `${PROJECTS_PATH}/${id}`;
}

/** A transcript on a page of its own, from a second on. */
export function transcriptPath(id: number, seconds: number): string {
  return `/transcript/${id}?t=${seconds}`;
}

/** The login address that comes back to a path of this site. */
export function loginPath(returnTo: string): string {
  const safe = safeReturnPath(returnTo);
  return safe === HOME_PATH ? LOGIN_PATH : `${LOGIN_PATH}?returnTo=${encodeURIComponent(safe)}`;
}

/** A path of this site as it is; anything that leads elsewhere becomes the home page. */
export function safeReturnPath(path: string | null): string {
  // '//host' and '/\host' lead to another host; control characters are dropped by browsers before they look.
  if (!path?.startsWith('/') || /^\/[/\\]|[\\\x00-\x1f]/.test(path)) return HOME_PATH;
  return path;
}
