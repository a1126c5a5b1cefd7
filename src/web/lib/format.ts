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

/** '94%', or 'N/A' where nothing is known. */
export function formatPercent(percent: number | null): string {
  return percent === null || !Number.isFinite(percent) ? 'N/A' : `${Math.round(percent)}%`;
}

/** 'Nov 21, 2026', in the reader's language. */
export function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' });
}

/** A day as a source gives it, '2026-11-21' or a moment: 'Nov 21, 2026', in the reader's language. What is neither stays as it is. */
export function formatDay(day: string): string {
  if (Number.isNaN(Date.parse(day))) return day;
  // A day alone is read as midnight in London, which is the day before in New York.
  const isDayAlone = /^\d{4}-\d{2}-\d{2}$/.test(day);
  return new Date(day).toLocaleDateString(undefined, {
    dateStyle: 'medium',
    ...(isDayAlone ? { timeZone: 'UTC' } : {}),
  });
}

/** 'Nov 21, 2026, 2:30 PM', in the reader's language. */
export function formatDateTime(iso: string): string {
  return DATE_TIME.format(new Date(iso));
}

// Making one takes a while, and lists need hundreds of dates.
const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** '1h 5m', '5m', '11s'; '0m' where there is nothing, 'Unknown' where nothing is known. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return 'Unknown';
  if (seconds > 0 && seconds < 60) return `${Math.max(1, Math.floor(seconds))}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** 'just now', '5 minutes ago', 'in 7 days'; both moments in ms. */
export function formatRelative(ms: number, nowMs: number): string {
  const seconds = (ms - nowMs) / 1000;
  const distance = Math.abs(seconds);
  const [unit, size] = UNITS.find(([, each]) => distance >= each * NEARLY) ?? ['second', 0];
  if (unit === 'second') return 'just now';
  return RELATIVE.format(Math.sign(seconds) * Math.round(distance / size), unit);
}

/** From here on it is a whole one: 59.8 minutes are an hour. */
const NEARLY = 0.99;
const DAY = 86_400;
const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', 3600],
  ['minute', 60],
] as const;

// In English like the sentences in which it stands.
const RELATIVE = new Intl.RelativeTimeFormat('en');

/** The beginning of a text that is longer than so many characters. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  // Not within a character that takes two places.
  const beginning = text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
  return `${beginning.trimEnd()}…`;
}
