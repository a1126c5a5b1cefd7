export interface Stopwatch {
  start: () => void;
  pause: () => void;
  reset: () => void;
  elapsedMs: () => number;
}

/** Elapsed time without pauses. */
export function createStopwatch(now: () => number): Stopwatch {
  let before = 0;
  let since: number | null = null;
  const elapsedMs = () => before + (since === null ? 0 : now() - since);
  return {
    elapsedMs,
    start() {
      since ??= now();
    },
    pause() {
      before = elapsedMs();
      since = null;
    },
    reset() {
      before = 0;
      since = null;
    },
  };
}
