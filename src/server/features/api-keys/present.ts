const SHOWN = 4;
/** For a shorter key, four characters would reveal too much. */
const SHORTEST_SHOWN = 16;
const HIDDEN = '••••••••';

/** A key as its owner sees it: dots and its last four characters; empty if there is none. */
export function maskKey(key: string | undefined): string {
  if (!key) return '';
  return key.length < SHORTEST_SHOWN ? HIDDEN : `${HIDDEN}${key.slice(-SHOWN)}`;
}
