import { describe, expect, it } from 'vitest';
import { rangesWithout, silencesOf, skipTarget } from './skipped-ranges.ts';

const ANNA = 'Speaker 1';
const BEN = 'Speaker 2';
const said = (start: number, end: number, speaker = ANNA) => ({ start, end, speaker });
/** A bucket per half second: quiet but for these. */
const waveform = (count: number, loud: readonly number[] = []) => ({
  bucketMs: 500,
  peaks: Array.from({ length: count }, (_, index) => (loud.includes(index) ? 60 : 10)),
});

describe('silences', () => {
  it('are long pauses without a sound, but for a margin beside the words', () => {
    const segments = [said(3, 5), said(6, 8), said(14, 16)];
    expect(silencesOf(segments, waveform(40), 20)).toEqual([
      { start: 0, end: 2.7 },
      { start: 8.3, end: 13.7 },
      { start: 16.3, end: 20 },
    ]);
  });

  it('are no pauses with music or laughter', () => {
    const segments = [said(0, 5), said(10, 20)];
    expect(silencesOf(segments, waveform(40, [14]), 20)).toEqual([]);
  });

  it('are no pauses that are shorter than what the waveform shows', () => {
    const segments = [said(0, 5), said(8, 20)];
    expect(silencesOf(segments, { bucketMs: 5000, peaks: [60, 10, 60, 60] }, 20)).toEqual([]);
  });

  it('stand in no segment, however segments overlap', () => {
    const segments = [said(0, 12), said(2, 4), said(13, 20)];
    expect(silencesOf(segments, waveform(40), 20)).toEqual([]);
  });
});

describe('one speaker alone', () => {
  const segments = [said(1, 3), said(2, 5, BEN), said(6, 8), said(8, 9, BEN)];

  it('leaves out what only others say, and the pauses', () => {
    expect(rangesWithout(segments, (speaker) => speaker === ANNA, 10)).toEqual([
      { start: 0, end: 1 },
      { start: 3, end: 6 },
      { start: 8, end: 10 },
    ]);
  });
});

describe('going on elsewhere', () => {
  const ranges = [
    { start: 1, end: 3 },
    { start: 2.5, end: 6 },
    { start: 8, end: 10 },
  ];

  it.each([
    [0.5, null],
    [1, 6],
    [2, 6],
    [5.99, null],
    [6, null],
    [9, 10],
    [10, null],
  ])('from %d s is at %s', (seconds, target) => expect(skipTarget(ranges, seconds)).toBe(target));
});
