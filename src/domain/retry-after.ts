/** How many milliseconds a `retry-after` header (seconds or a date, RFC 9110 section 10.2.3) asks the client to wait; null if absent or invalid. */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) && ms >= 0 ? Math.round(ms) : null;
}
