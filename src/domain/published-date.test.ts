import { expect, it } from 'vitest';
import { readPublishedDate } from './published-date.ts';

it.each([
  ['2024-03-05', '2024-03-05'],
  ['2024/3/5', '2024-03-05'],
  ['2024-03-05T10:20:30Z', '2024-03-05T10:20:30.000Z'],
  ['2024-03-05T10:20:30.5+02:00', '2024-03-05T08:20:30.500Z'],
  ['2024-03-05 10:20:30+0200', '2024-03-05T08:20:30.000Z'],
  ['2024-03-05T23:20', '2024-03-05'],
  ['Tue, 05 Mar 2024 10:20:30 GMT', '2024-03-05T10:20:30.000Z'],
  ['Tue, 05 Mar 2024 10:20:30 CET', '2024-03-05T09:20:30.000Z'],
  ['2024-03-05 10:20 EST', '2024-03-05T15:20:00.000Z'],
  ['March 5, 2024', '2024-03-05'],
  ['5 March 2024', '2024-03-05'],
])('reads the date of a page that is written as %s', (text, date) =>
  expect(readPublishedDate(text)).toBe(date),
);

it.each([
  '',
  'yesterday',
  '03/05/2024',
  '2024-02-30',
  '2024-13-01',
  '0001-01-01',
  '9999-12-31T00:00:00Z',
  'May 2024 at 10:15',
  `${'x'.repeat(50)} 2024`,
])('does not guess what %j means', (text) => expect(readPublishedDate(text)).toBeNull());
