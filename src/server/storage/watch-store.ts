import { AppError } from '../app-error.ts';
import type { MediaStore } from './store.ts';

/** The same store, reporting every failed operation that is not the caller's fault. */
export function watchStore<Store extends MediaStore>(
  store: Store,
  onError: (operation: string) => void,
): Store {
  const watched = Object.entries(store).map(([name, member]) => {
    if (typeof member !== 'function') return [name, member];
    return [
      name,
      (...args: unknown[]) => {
        const result: unknown = member(...args);
        // The caller handles the failure; here it is only counted.
        if (result instanceof Promise) {
          result.catch((error: unknown) => error instanceof AppError || onError(name));
        }
        return result;
      },
    ];
  });
  // Each member is the store's own, called with the same arguments.
  return Object.fromEntries(watched) as Store;
}
