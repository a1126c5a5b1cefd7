const CLOCK = String.raw`(-?)(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})(?:[.,:](\d{1,9}))?`;
const TIMES = new RegExp(`^\\s*${CLOCK}\\s*--?>\\s*${CLOCK}(?:\\s.*)?$`);
const PARTS_OF_CLOCK = 5;

/**
 * The times of a subtitle in milliseconds, by the line above it; null for any other line. Takes points and commas, any number of digits, and
 * whatever follows the times (settings, coordinates).
 */
export function cueTimes(line: string): { startMs: number; endMs: number } | null {
  // A quick look first: most lines are text.
  if (!line.includes('->')) return null;
  const found = TIMES.exec(line)?.slice(1);
  if (!found) return null;
  return { startMs: clockMs(found), endMs: clockMs(found.slice(PARTS_OF_CLOCK)) };
}

function clockMs([sign, hours = '0', minutes, seconds, fraction = '']: readonly string[]): number {
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const ms = whole * 1000 + Math.round(Number(`0.${fraction || '0'}`) * 1000);
  return sign === '-' ? -ms : ms;
}
