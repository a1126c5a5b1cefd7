import { describe, expect, it } from 'vitest';
import {
  formatExactTime,
  formatSubtitleTime,
  formatTime,
  formatTimestamp,
  parseTime,
  speakTime,
} from './timecode.ts';

describe('formatTime', () => {
  it.each([
    [0, '0:00'],
    [9.99, '0:09'],
    [65, '1:05'],
    [3599.9, '59:59'],
    [3661, '1:01:01'],
    [36_000, '10:00:00'],
  ])('shows %s as %s', (seconds, shown) => expect(formatTime(seconds)).toBe(shown));

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined])('shows %s as unknown', (seconds) =>
    expect(formatTime(seconds)).toBe('--:--'),
  );
});

describe('formatExactTime', () => {
  it.each([
    [0, '0:00.000'],
    [1.2, '0:01.200'],
    [59.9996, '1:00.000'],
    [3661.005, '1:01:01.005'],
    [null, '--:--'],
  ])('shows %s as %s', (seconds, shown) => expect(formatExactTime(seconds)).toBe(shown));
});

describe('formatTimestamp', () => {
  it('lets minutes exceed 59', () => expect(formatTimestamp(3661.5)).toBe('[61:01.500]'));
  it('rounds milliseconds once', () => expect(formatTimestamp(59.9996)).toBe('[01:00.000]'));
});

describe('formatSubtitleTime', () => {
  it('has hours and a comma', () => expect(formatSubtitleTime(3_661_500)).toBe('01:01:01,500'));
  it('rolls over at a full hour', () => expect(formatSubtitleTime(3_599_999.5)).toBe('01:00:00,000'));
});

describe('parseTime', () => {
  it.each([
    ['75', 75],
    ['1:15', 75],
    ['1:01:01', 3661],
    ['[01:15.250]', 75.25],
    ['[75:00.000]', 4500],
    ['00:00:01,500', 1.5],
  ])('reads %s', (text, seconds) => expect(parseTime(text)).toBe(seconds));

  it.each(['', 'abc', '1:75', '1:99:00', '-5', '1:2:3:4', '1e3'])('refuses %j', (text) =>
    expect(parseTime(text)).toBeNull(),
  );

  it('reads what formatTimestamp wrote', () =>
    expect(parseTime(formatTimestamp(4242.042))).toBeCloseTo(4242.042));
});

describe('speakTime', () => {
  it.each([
    [0, '0 seconds'],
    [61, '1 minute 1 second'],
    [7322, '2 hours 2 minutes 2 seconds'],
  ])('says %s', (seconds, said) => expect(speakTime(seconds)).toBe(said));
});
