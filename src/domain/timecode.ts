/** Shown in place of an unknown time. */
export const UNKNOWN_TIME = '--:--';

/** Seconds as 'm:ss', or 'h:mm:ss' from one hour on; '--:--' for an unknown or impossible time. */
export function formatTime(seconds: number | null | undefined): string {
  if (!isTime(seconds)) return UNKNOWN_TIME;
  const total = Math.floor(seconds);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  if (hours === 0) return `${minutes}:${padded(total % 60, 2)}`;
  return `${hours}:${padded(minutes, 2)}:${padded(total % 60, 2)}`;
}

/** Seconds as 'm:ss.t', with tenths; '--:--' for an unknown or impossible time. */
export function formatPreciseTime(seconds: number | null | undefined): string {
  if (!isTime(seconds)) return UNKNOWN_TIME;
  const tenths = Math.round(seconds * 10);
  return `${formatTime(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Seconds as 'm:ss.mmm', to the millisecond; '--:--' for an unknown or impossible time. */
export function formatExactTime(seconds: number | null | undefined): string {
  if (!isTime(seconds)) return UNKNOWN_TIME;
  const totalMs = Math.round(seconds * 1000);
  return `${formatTime(Math.floor(totalMs / 1000))}.${padded(totalMs % 1000, 3)}`;
}

/** Seconds as '[mm:ss.mmm]', the form of a segment's start over HTTP; minutes may exceed 59. */
export function formatTimestamp(seconds: number): string {
  const { minutes, seconds: rest, ms } = clockOf(seconds);
  return `[${padded(minutes, 2)}:${padded(rest, 2)}.${padded(ms, 3)}]`;
}

/** Milliseconds as 'hh:mm:ss,mmm', the form used in SRT. */
export function formatSubtitleTime(ms: number): string {
  const clock = clockOf(ms / 1000);
  const hours = Math.floor(clock.minutes / 60);
  return `${padded(hours, 2)}:${padded(clock.minutes % 60, 2)}:${padded(clock.seconds, 2)},${padded(clock.ms, 3)}`;
}

/**
 * Whether the column of a text's times needs room for '≈1:02:03', and not only for '12:34'. `isEstimated` is that of the first time, and
 * `lastStart` the last time in seconds.
 */
export function hasLongTimes({
  isEstimated,
  lastStart,
}: {
  isEstimated: boolean;
  lastStart: number;
}): boolean {
  return isEstimated || lastStart >= 3600;
}

/** Parses '75', '1:15', '1:01:01' or '[01:15.250]' to seconds; null for anything else. */
export function parseTime(text: string): number | null {
  const parts = /^\[?(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,7}(?:[.,]\d{1,3})?)\]?$/.exec(text.trim());
  if (!parts) return null;
  const [, hours, minutes, rest = ''] = parts;
  const seconds = Number(rest.replace(',', '.'));
  if (minutes !== undefined && seconds >= 60) return null;
  if (hours !== undefined && Number(minutes) >= 60) return null;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + seconds;
}

/** Seconds as '1 hour 1 minute 1 second', for screen readers. */
export function speakTime(seconds: number | null | undefined): string {
  if (!isTime(seconds)) return 'unknown time';
  const total = Math.floor(seconds);
  const parts = [
    counted(Math.floor(total / 3600), 'hour'),
    counted(Math.floor(total / 60) % 60, 'minute'),
    counted(total % 60, 'second'),
  ].filter((part) => part !== '');
  return parts.join(' ') || '0 seconds';
}

function isTime(seconds: number | null | undefined): seconds is number {
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0;
}

// Milliseconds are rounded once, before the time is split up: 59.9996 s is 1:00.000, never 0:59.1000.
function clockOf(seconds: number) {
  const total = Math.max(0, Math.round((Number.isFinite(seconds) ? seconds : 0) * 1000));
  const whole = Math.floor(total / 1000);
  return { minutes: Math.floor(whole / 60), seconds: whole % 60, ms: total % 1000 };
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

function counted(value: number, unit: string): string {
  if (value === 0) return '';
  return `${value} ${unit}${value === 1 ? '' : 's'}`;
}
