import { expect, it } from 'vitest';
import { talkTimes } from './talk-time.ts';

const segment = (speaker: string, start: number, end: number) => ({ speaker, start, end });

it('adds up the time of each speaker, and closes gaps too short to be drawn', () => {
  const times = talkTimes(
    [segment('A', 0, 10), segment('A', 10.5, 20), segment('B', 20, 50), segment('A', 60, 61)],
    1000,
  );
  expect(times.get('A')).toEqual({
    seconds: 20.5,
    stretches: [
      { start: 0, end: 20 },
      { start: 60, end: 61 },
    ],
  });
  expect(times.get('B')?.seconds).toBe(30);
  expect(times.get('C')).toBeUndefined();
});

it('keeps the later end if a short segment lies within a long one', () =>
  expect(talkTimes([segment('A', 0, 10), segment('A', 2, 3)], 100).get('A')?.stretches).toEqual([
    { start: 0, end: 10 },
  ]));
