import { expect, it } from 'vitest';
import { readDuration } from './feed-duration.ts';

it.each([
  ['3723', 3723],
  [' 3723 ', 3723],
  ['3,723', 3723],
  ['3723.5', 3723.5],
  ['01:02:03', 3723],
  ['1:2:3', 3723],
  ['01:02:03.500', 3723.5],
  ['01:02:03,5', 3723.5],
  ['01 : 02 : 03', 3723],
  ['62:03', 3723],
  ['62:03 min', 3723],
  ['1h 2m', 3720],
  ['1h02', 3720],
  ['1h2m3s', 3723],
  ['01h:02m:03s', 3723],
  ['1 hr 2 min', 3720],
  ['1 hr. 2 min.', 3720],
  ['1 hour, 2 minutes and 3 seconds', 3723],
  ['1.5 hours', 5400],
  ['62 min', 3720],
  ['62\u00a0Minuten', 3720],
  ['45 s', 45],
  ['PT1H2M3S', 3723],
  ['0', 0],
  ['00:00:00', 0],
])('reads the duration of an episode that is written as %j', (text, seconds) =>
  expect(readDuration(text)).toBe(seconds),
);

it.each(['', ' ', '-5', 'about an hour', 'PT', 'h', '1:2:3:4:5', '12 parsecs', `${'1'.repeat(101)}`])(
  'does not guess what %j means',
  (text) => expect(readDuration(text)).toBeNull(),
);
