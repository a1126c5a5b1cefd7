const SHOWN = 4;
/** Of a shorter key the ending would tell too much. */
const SHORTEST_SHOWN = 16;
const HIDDEN = '••••••••';

/** A key as its owner may see it: dots and its last four characters; empty where there is none. */
export function maskKey(key: string | undefined): string {
  if (!key) return '';
  return key.length < SHORTEST_SHOWN ? HIDDEN : `${HIDDEN}${key.slice(-SHOWN)}`;
}
