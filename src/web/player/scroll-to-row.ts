/** Scrolls a row to the middle of the window; smoothly if it is near and the reader does not prefer reduced motion. */
export function scrollToRow(row: HTMLElement): void {
  const screensAway = Math.abs(row.getBoundingClientRect().top) / innerHeight;
  const isCalm = screensAway > 2 || matchMedia('(prefers-reduced-motion: reduce)').matches;
  row.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' });
}
