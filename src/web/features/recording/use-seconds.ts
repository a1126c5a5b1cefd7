import { useSyncExternalStore } from 'react';

const TICK_MS = 200;

/** The whole seconds of a running time, rendered when they change. */
export function useSeconds(elapsedMs: () => number): number {
  return useSyncExternalStore(everyTick, () => Math.floor(elapsedMs() / 1000));
}

function everyTick(notify: () => void): () => void {
  const timer = setInterval(notify, TICK_MS);
  return () => clearInterval(timer);
}
