/** Locks a name until this window is closed, or the returned function is called. */
export function claim(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Only available on secure pages. Elsewhere, every window counts as closed, and the server decides who was first.
  navigator.locks?.request(name, () => promise).catch(() => undefined);
  return resolve;
}

/** Whether no window holds the lock on a name any more. */
export async function claimIfFree(name: string): Promise<boolean> {
  if (!navigator.locks) return true;
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null);
}

/** The names that windows of this browser have locked. A page that is being left has its locks for a moment longer: see `whenReleased`. */
export async function heldNames(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  // A shared lock only waits for the end of the others.
  return new Set(held.flatMap(({ name, mode }) => (name && mode === 'exclusive' ? name : [])));
}

const awaited = new Set<string>();

/** Calls back once when nobody has the lock on a name any more; asked again for the same name before that, it keeps to the first callback. */
export function whenReleased(name: string, run: () => void): void {
  if (!navigator.locks || awaited.has(name)) return;
  awaited.add(name);
  navigator.locks
    .request(name, { mode: 'shared' }, () => undefined)
    .then(run, () => undefined)
    .finally(() => awaited.delete(name));
}
