import type { HistoryEntry } from '#contract/edits.ts';

export interface HistoryDay {
  key: string;
  title: string;
  entries: readonly HistoryEntry[];
}

const DAY_MS = 86_400_000;

/** Groups steps by day, in the reader's time zone. */
export function byDay(entries: readonly HistoryEntry[], now: Date): HistoryDay[] {
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString());
  return [...days].map(([key, ofDay]) => ({ key, title: dayTitle(new Date(key), now), entries: ofDay }));
}

function dayTitle(day: Date, now: Date): string {
  const today = new Date(now.toDateString());
  const daysAgo = Math.round((today.getTime() - day.getTime()) / DAY_MS);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  return day.toLocaleDateString(undefined, { dateStyle: 'full' });
}

/** '5 minutes ago'. */
export function timeAgo(iso: string, now: Date): string {
  const seconds = Math.round((new Date(iso).getTime() - now.getTime()) / 1000);
  if (Math.abs(seconds) < 45) return 'just now';
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const minutes = Math.round(seconds / 60);
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute');
  const hours = Math.round(seconds / 3600);
  return Math.abs(hours) < 24
    ? format.format(hours, 'hour')
    : format.format(Math.round(seconds / 86_400), 'day');
}
