import { describe, expect, it } from 'vitest';
import { clipFilename, formatClipRange, readClipRange } from './clip-range.ts';

describe('readClipRange', () => {
  it.each([
    ['12', '31', { start: 12, end: 31 }],
    ['12.5', '0:31', { start: 12.5, end: 31 }],
    ['0', '0.1', { start: 0, end: 0.1 }],
    ['90', '1e9', null],
    ['90', '9999999', { start: 90, end: 100 }],
  ])('reads %j to %j of 100 s', (t, end, range) => expect(readClipRange({ t, end }, 100)).toEqual(range));

  it.each([
    [null, '31'],
    ['12', null],
    ['12', ''],
    ['abc', '31'],
    ['12', 'NaN'],
    ['-5', '31'],
    ['12', '-1'],
    ['31', '12'],
    ['12', '12'],
    ['12', '12.05'],
    ['100', '120'],
    ['500', '600'],
    ['12', 'Infinity'],
  ])('ignores %j to %j of 100 s', (t, end) => expect(readClipRange({ t, end }, 100)).toBeNull());

  it('believes the address while the duration is unknown', () =>
    expect(readClipRange({ t: '500', end: '600' }, 0)).toEqual({ start: 500, end: 600 }));
});

describe('formatClipRange', () => {
  it('gives whole seconds', () => expect(formatClipRange({ start: 12.3, end: 91.9 })).toBe('0:12 to 1:31'));
  it('gives tenths of a very short stretch', () =>
    expect(formatClipRange({ start: 59.96, end: 60.5 })).toBe('1:00.0 to 1:00.5'));
});

it('names the file after the recording and the stretch, however long the title', () => {
  expect(clipFilename('A/B: the talk', { start: 12, end: 91.54 }, 'mp3')).toBe(
    'A B the talk 0m12s to 1m31.5s.mp3',
  );
  expect(clipFilename('x'.repeat(300), { start: 0, end: 3600 }, 'mp4')).toMatch(
    /^x{120} 0m0s to 60m0s\.mp4$/,
  );
});
