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

/** The names that windows of this browser have locked. */
export async function heldNames(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => name ?? []));
}
