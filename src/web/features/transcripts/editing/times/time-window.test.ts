import { describe, expect, it } from 'vitest';
import {
  momentAt,
  partToRequest,
  peaksIn,
  shareOf,
  shows,
  snapped,
  windowAround,
  windowAt,
} from './time-window.ts';

const span = (startMs: number, endMs: number) => ({ startMs, endMs });

describe('what is shown of the recording', () => {
  it('is a passage with half its length on each side, at least a second', () => {
    expect(windowAround(span(10_000, 14_000), 60_000)).toEqual(span(8000, 16_000));
    expect(windowAround(span(10_000, 10_400), 60_000)).toEqual(span(9000, 11_400));
  });

  it('ends where the recording does, unless the passage goes on', () => {
    expect(windowAround(span(500, 4500), 5000)).toEqual(span(0, 5000));
    expect(windowAround(span(4000, 5300), 5000)).toEqual(span(3000, 5300));
    expect(windowAt(1000, 5000)).toEqual(span(0, 5000));
  });

  it('is never more than can be requested of the waveform', () => {
    const { startMs, endMs } = windowAround(span(100_000, 200_000), null);
    expect(endMs - startMs).toBe(120_000);
    expect(partToRequest(span(99_995, 219_995), span(99_995, 219_995))).toEqual({ from: 99, to: 219 });
  });

  it('stays as long as the borders can be seen', () => {
    const view = span(8000, 16_000);
    expect(shows(view, span(9000, 15_000), 60_000)).toBe(true);
    expect(shows(view, span(8050, 15_000), 60_000)).toBe(false);
    expect(shows(view, span(9000, 15_950), 60_000)).toBe(false);
    expect(shows(span(0, 5000), span(0, 5000), 5000)).toBe(true);
  });

  it('needs no other part of the waveform for a word', () => {
    expect(partToRequest(span(9000, 11_400), span(8000, 16_000))).toEqual({ from: 8, to: 16 });
    expect(partToRequest(span(7500, 11_400), span(8000, 16_000))).toEqual({ from: 7, to: 12 });
  });
});

it('finds the place of a moment and the moment of a place', () => {
  const view = span(8000, 16_000);
  expect(shareOf(view, 10_000)).toBe(0.25);
  expect(momentAt(view, 0.25)).toBe(10_000);
  expect(momentAt(view, 1.2)).toBe(16_000);
  expect(momentAt(view, -1)).toBe(8000);
});

it('puts a border at the nearest one within reach', () => {
  expect(snapped(1030, [1000, 1050], 40)).toBe(1050);
  expect(snapped(1030, [1000], 20)).toBe(1030);
  expect(snapped(1030, [], 20)).toBe(1030);
});

it('takes the peaks of a window from a waveform of any resolution', () => {
  const full = { start: 8, bucketMs: 10, peaks: Array.from({ length: 100 }, (_, index) => index) };
  expect(peaksIn(span(8100, 8140), full)).toEqual({ start: 8.1, bucketMs: 10, peaks: [10, 11, 12, 13] });
  const whole = { start: 0, bucketMs: 20, peaks: [1, 2, 3] };
  expect(peaksIn(span(20, 80), whole).peaks).toEqual([2, 2, 3, 3, 0, 0]);
});
