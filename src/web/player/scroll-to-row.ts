/** Brings a row into the middle of the window; calmly where it is near and the reader likes movement. */
export function scrollToRow(row: HTMLElement): void {
  const screensAway = Math.abs(row.getBoundingClientRect().top) / innerHeight;
  const isCalm = screensAway > 2 || matchMedia('(prefers-reduced-motion: reduce)').matches;
  row.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' });
}
