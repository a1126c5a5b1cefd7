/** The text that is stored under a name; null if there is none, or if the browser blocks storage for this site. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The JSON value that is stored under a name; null if there is none, or if it is no JSON. */
export function readStoredJson(name: string): unknown {
  try {
    return JSON.parse(readStored(name) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a text under a name. Where storage is blocked or full, it lasts only as long as the page that also keeps it in memory. */
export function writeStored(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // See above.
  }
}
