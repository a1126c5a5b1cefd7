/** How long the first words may cover a page that shows something else after all. */
const LONGEST_MS = 5000;

/** Takes away the first words of the text, which the server put before the page (server/features/first-look), if they are still there. */
export function endFirstLook(): void {
  document.getElementById('first-look')?.remove();
}

/** The same as soon as somebody does something, or when it has taken too long. Returns a function that ends the waiting. */
export function endFirstLookSoon(): () => void {
  const over = new AbortController();
  for (const event of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(event, endFirstLook, { signal: over.signal, capture: true, passive: true });
  const timer = setTimeout(endFirstLook, LONGEST_MS);
  return () => {
    over.abort();
    clearTimeout(timer);
  };
}
