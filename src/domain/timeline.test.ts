import { describe, expect, it } from 'vitest';
import { activeSegmentIndex, lastStartedIndex, startOfSecond } from './timeline.ts';

describe('activeSegmentIndex', () => {
  const segments = [
    { start: 1, end: 3 },
    { start: 4, end: 10 },
    { start: 5, end: 6 },
    { start: 12, end: 14 },
  ];

  it.each([
    [0, -1],
    [1, 0],
    [2.999, 0],
    [3, -1],
    [4.5, 1],
    [5.5, 2],
    [7, 1],
    [11, -1],
    [13, 3],
    [99, -1],
  ])('at %s s is %s', (seconds, index) => expect(activeSegmentIndex(segments, seconds)).toBe(index));

  it('lets a segment without an end last until the next start, or 5 seconds', () => {
    const open = [{ start: 0 }, { start: 2, end: null }, { start: 60 }];
    expect([1.9, 2, 6.9, 7, 64.9, 65].map((seconds) => activeSegmentIndex(open, seconds))).toEqual([
      0, 1, 1, -1, 2, -1,
    ]);
  });

  it('accepts a time that a browser has truncated to microseconds', () =>
    expect(
      activeSegmentIndex(
        [
          { start: 0, end: 10.42 },
          { start: 10.42, end: 12 },
        ],
        10.419999,
      ),
    ).toBe(1));

  it('is -1 without segments', () => expect(activeSegmentIndex([], 1)).toBe(-1));
});

describe('lastStartedIndex', () => {
  it('finds the item that a search from the end finds, at every moment', () => {
    const items = Array.from({ length: 50 }, (_, index) => ({ start: Math.floor(index / 2) * 1.5 }));
    for (let seconds = -1; seconds < 40; seconds += 0.25) {
      expect(lastStartedIndex(items, seconds)).toBe(items.findLastIndex((item) => item.start <= seconds));
    }
  });
});

describe('startOfSecond', () => {
  const items = [{ start: 0 }, { start: 4.2 }, { start: 4.9 }, { start: 7 }];
  it.each([
    [0, 0],
    [4, 4.2],
    [7, 7],
    [5, 5],
    [9, 9],
  ])('finds for second %s the item that begins at %s', (seconds, start) =>
    expect(startOfSecond(items, seconds)).toBe(start),
  );
});
