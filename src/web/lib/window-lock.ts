/** Holds a name for as long as this window lives, or until what it answers is called. */
export function claim(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Only on secure pages; elsewhere every window counts as closed, and the server tells who was first.
  navigator.locks?.request(name, () => promise).catch(() => undefined);
  return resolve;
}

/** Whether nobody holds a name any more. */
export async function claimIfFree(name: string): Promise<boolean> {
  if (!navigator.locks) return true;
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => lock !== null);
}

/** The names that windows of this browser hold now. */
export async function heldNames(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => name ?? []));
}
