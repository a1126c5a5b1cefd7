import { expect, it } from 'vitest';
import type { HistoryEntry } from '#contract/edits.ts';
import { byDay, timeAgo } from './history-days.ts';

const now = new Date(2026, 10, 21, 12);
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
const entry = (id: number, hours: number): HistoryEntry => ({
  id,
  kind: 'text',
  author: 'Grace',
  at: hoursAgo(hours),
  isUndone: false,
  changeCount: 1,
  changes: [],
  names: [],
});

it('groups steps by day, newest first', () => {
  const days = byDay([entry(4, 1), entry(3, 11), entry(2, 13), entry(1, 100)], now);
  expect(days.map(({ title, entries }) => [title, entries.map(({ id }) => id)])).toEqual([
    ['Today', [4, 3]],
    ['Yesterday', [2]],
    [expect.stringContaining('2026'), [1]],
  ]);
});

it.each([
  [0.001, 'just now'],
  [0.1, '6 minutes ago'],
  [5, '5 hours ago'],
  [26, 'yesterday'],
  [96, '4 days ago'],
])('says how long ago: %s hours', (hours, said) => expect(timeAgo(hoursAgo(hours), now)).toBe(said));
