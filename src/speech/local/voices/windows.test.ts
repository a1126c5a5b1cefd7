import { expect, it } from 'vitest';
import { regionsOf, speechOf, windowKinds, windowsOf } from './windows.ts';

const word = (startMs: number, endMs: number) => ({ startMs, endMs });

it('hears voices a little before and after each word, and never before the recording', () => {
  expect(speechOf([word(20, 300), word(380, 600), word(900, 1000)])).toEqual([
    { from: 0, to: 65 },
    { from: 85, to: 105 },
  ]);
});

it('joins what is said with short gaps, and leaves out what is too short to say something about a voice', () => {
  const speech = [
    { from: 0, to: 50 },
    { from: 79, to: 100 },
    { from: 130, to: 149 },
    { from: 300, to: 320 },
  ];
  expect(regionsOf(speech)).toEqual([
    { from: 0, to: 100 },
    { from: 300, to: 320 },
  ]);
});

it('reads an hour without a pause in parts that leave out nothing', () => {
  const parts = regionsOf([{ from: 10, to: 360_010 }]);
  expect(parts.every(({ from, to }) => to - from <= 6000)).toBe(true);
  expect(parts.at(0)?.from).toBe(10);
  expect(parts.at(-1)?.to).toBe(360_010);
  expect(parts.slice(1).map(({ from }) => from)).toEqual(parts.slice(0, -1).map(({ to }) => to));
});

const DENSE = windowKinds(1000);

it.each(
  [20, 100, 101, 150, 151, 225, 1000, 5999].flatMap((length) =>
    [DENSE.long, DENSE.short].map((kind) => [length, kind] as const),
  ),
)('covers a region of %i frames with windows of %o', (length, kind) => {
  const windows = windowsOf({ from: 100, to: 100 + length }, kind);
  expect(windows[0]?.from).toBe(100);
  expect(windows.at(-1)?.to).toBe(100 + length);
  for (const [index, { from, to }] of windows.entries()) {
    expect(to - from).toBe(Math.min(kind.length, length));
    expect(from - (windows[index - 1]?.from ?? from)).toBeLessThanOrEqual(kind.hop);
  }
});

it('takes fewer windows of long recordings, but some of every region', () => {
  const { long, short } = windowKinds(3_600_000);
  expect(long.hop).toBe(450);
  expect(short.hop).toBe(short.length);
  for (const length of [20, 151, 449, 600, 601, 6000]) {
    const windows = windowsOf({ from: 0, to: length }, long);
    expect(windows).toHaveLength(Math.max(1, Math.floor((length - 150) / 450) + 1));
    for (const { from, to } of windows) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(length);
    }
  }
});
