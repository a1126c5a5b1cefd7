/** How long a tab that paints nothing, because it is in the background, waits, in milliseconds. */
const UNPAINTED_MS = 300;
/** How long a tab that is busy waits. */
const BUSY_MS = 500;

/**
 * Waits until what has been rendered is painted, and the tab has nothing else to do. What large texts need only later is fetched after this, so
 * that it delays nothing that people wait to see.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => document.hidden && resolve(), UNPAINTED_MS);
    // The next frame begins when this one is painted, but it may not be on the screen yet.
    requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(resolve)));
  });
}

/** Not every browser says when it is idle. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: BUSY_MS });
  else setTimeout(run, UNPAINTED_MS);
}
