/** How long a tab that paints nothing, because it is in the background, waits, in milliseconds. */
const UNPAINTED_MS = 300;

/** Waits until what has been rendered is painted. What large texts need only later is fetched after this, so that it delays nothing that people wait to see. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, UNPAINTED_MS);
    // The next frame begins when this one is painted.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
