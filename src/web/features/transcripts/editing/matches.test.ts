import { describe, expect, it } from 'vitest';
import type { TimestampedSegment } from '#contract/segments.ts';
import { createFinder, matchFrom } from './matches.ts';

function segment(id: number, text: string): TimestampedSegment {
  return {
    id,
    revision: 1,
    position: id,
    speaker: 'Speaker 1',
    text,
    timestamp: '[00:00.000]',
    start: id,
    end: id + 1,
    timing: 'measured',
  };
}
const segments = [segment(5, 'a cat, a Cat'), segment(3, 'no'), segment(8, 'concat')];
const options = { query: 'cat', matchCase: false, wholeWord: false };

describe('createFinder', () => {
  it('finds in the order of the text', () =>
    expect(createFinder()(segments, options)).toEqual([
      { segmentId: 5, start: 2, end: 5 },
      { segmentId: 5, start: 9, end: 12 },
      { segmentId: 8, start: 3, end: 6 },
    ]));

  it('looks again when the options or a segment change', () => {
    const find = createFinder();
    find(segments, options);
    expect(find(segments, { ...options, wholeWord: true })).toHaveLength(2);
    expect(find(segments, { ...options, matchCase: true })).toHaveLength(2);
    expect(find([segment(5, 'dog'), ...segments.slice(1)], options)).toHaveLength(1);
  });

  it('finds nothing for nothing', () =>
    expect(createFinder()(segments, { ...options, query: '' })).toEqual([]));
});

describe('matchFrom', () => {
  const matches = createFinder()(segments, options);
  it('goes on after a place in the text, not by the number of the segment', () => {
    expect(matchFrom(matches, segments, { segmentId: 5, start: 3 })).toBe(1);
    expect(matchFrom(matches, segments, { segmentId: 3, start: 0 })).toBe(2);
  });

  it('begins anew after the last one', () => {
    expect(matchFrom(matches, segments, { segmentId: 8, start: 4 })).toBe(0);
    expect(matchFrom(matches, segments, null)).toBe(0);
  });
});
