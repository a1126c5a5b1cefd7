import { expect, it } from 'vitest';
import { partsBetween } from './selected-parts.ts';

const segments = ['Hello all.', '', 'Thank you.', 'Good bye.'].map((text, index) => ({
  id: index + 11,
  revision: index,
  position: index,
  speaker: 'A',
  text,
  timestamp: '',
  start: index,
  end: index + 1,
  timing: 'measured' as const,
}));
const places = (from: [number, number], to: [number, number]) => ({
  start: { segmentId: from[0], offset: from[1] },
  end: { segmentId: to[0], offset: to[1] },
});

it('cuts selected text at the ends of segments, without empty ones', () => {
  expect(partsBetween(segments, places([11, 6], [14, 4]))).toEqual([
    { segment: { id: 11, revision: 0 }, start: 6, end: 10 },
    { segment: { id: 13, revision: 2 }, start: 0, end: 10 },
    { segment: { id: 14, revision: 3 }, start: 0, end: 4 },
  ]);
  expect(partsBetween(segments, places([13, 0], [13, 5]))).toEqual([
    { segment: { id: 13, revision: 2 }, start: 0, end: 5 },
  ]);
  // The selection ends where the next row begins.
  expect(partsBetween(segments, places([13, 0], [14, 0]))).toHaveLength(1);
});

it('has nothing for a segment that is gone, or for places in the wrong order', () => {
  expect(partsBetween(segments, places([10, 0], [13, 5]))).toEqual([]);
  expect(partsBetween(segments, places([14, 0], [13, 5]))).toEqual([]);
});
