import { cutText } from '#contract/cut-text.ts';

/** '12.3 MB'; the spec shows file sizes in megabytes. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  if (bytes > 0 && megabytes < 0.01) return '<0.01 MB';
  return `${megabytes.toFixed(megabytes < 10 ? 2 : 1)} MB`;
}

/** '1,234 words'. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** '94%', or 'N/A' if unknown. */
export function formatPercent(percent: number | null): string {
  return percent === null || !Number.isFinite(percent) ? 'N/A' : `${Math.round(percent)}%`;
}

/** 'Nov 21, 2026', in the browser's language. */
export function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' });
}

/** Formats a source's date, '2026-11-21' or with a time, as 'Nov 21, 2026' in the browser's language. Anything else is returned as it is. */
export function formatDay(day: string): string {
  if (Number.isNaN(Date.parse(day))) return day;
  // A date without a time is parsed as midnight UTC, which is the day before in New York.
  const isDayAlone = /^\d{4}-\d{2}-\d{2}$/.test(day);
  return new Date(day).toLocaleDateString(undefined, {
    dateStyle: 'medium',
    ...(isDayAlone ? { timeZone: 'UTC' } : {}),
  });
}

/** 'Nov 21, 2026, 2:30 PM', in the browser's language. */
export function formatDateTime(iso: string): string {
  return DATE_TIME.format(new Date(iso));
}

// Shared, because creating a formatter is slow and lists have hundreds of dates.
const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** '2:30 PM', in the browser's language. */
export function formatClock(ms: number): string {
  return CLOCK.format(new Date(ms));
}

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** '1h 5m', '5m', '11s'; '0m' for zero, 'Unknown' for null. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return 'Unknown';
  if (seconds > 0 && seconds < 60) return `${Math.max(1, Math.floor(seconds))}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** 'just now', '5 minutes ago', 'in 7 days'; both times in ms. */
export function formatRelative(ms: number, nowMs: number): string {
  const seconds = (ms - nowMs) / 1000;
  const distance = Math.abs(seconds);
  const [unit, size] = UNITS.find(([, each]) => distance >= each * NEARLY) ?? ['second', 0];
  if (unit === 'second') return 'just now';
  return RELATIVE.format(Math.sign(seconds) * Math.round(distance / size), unit);
}

/** The fraction of a unit from which it counts as a whole one: 59.8 minutes are an hour. */
const NEARLY = 0.99;
const DAY = 86_400;
const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', 3600],
  ['minute', 60],
] as const;

// In English, like the surrounding sentences.
const RELATIVE = new Intl.RelativeTimeFormat('en');

/** A text cut to at most `max` characters, followed by '…'. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${cutText(text, max).trimEnd()}…`;
}
