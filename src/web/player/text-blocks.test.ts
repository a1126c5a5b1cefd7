import { describe, expect, it } from 'vitest';
import type { TimestampedSegment } from '#contract/segments.ts';
import { createBlockCutter } from './text-blocks.ts';

function segmentAt(position: number, text = 'words'): TimestampedSegment {
  return {
    id: Math.round(position * 10) + 1,
    revision: 1,
    position,
    speaker: 'Speaker 1',
    text,
    timestamp: '[00:00.000]',
    start: position,
    end: position + 1,
    timing: 'measured',
  };
}
const text = Array.from({ length: 95 }, (_, index) => segmentAt(index));

describe('createBlockCutter', () => {
  it('holds every segment once, in order', () => {
    const blocks = createBlockCutter()(text);
    expect(blocks.map(({ key, segments }) => [key, segments.length])).toEqual([
      [0, 30],
      [1, 30],
      [2, 30],
      [3, 5],
    ]);
    expect(blocks.flatMap(({ segments }) => segments)).toEqual(text);
  });

  it('makes only the block anew in which something changed', () => {
    const cut = createBlockCutter();
    const before = cut(text);
    const after = cut(text.with(40, segmentAt(40, 'other words')));
    expect(after.map((block, index) => block === before[index])).toEqual([true, false, true, true]);
  });

  it('moves no other block when a segment is split or joined', () => {
    const cut = createBlockCutter();
    const before = cut(text);
    const splitText = text.toSpliced(11, 0, segmentAt(10.5));
    const split = cut(splitText);
    expect(split.map((block, index) => block === before[index])).toEqual([false, true, true, true]);
    const joined = cut(splitText.toSpliced(71, 1));
    expect(joined.map((block, index) => block === split[index])).toEqual([true, true, false, true]);
  });

  it('makes a block anew when somebody else speaks before it', () => {
    const cut = createBlockCutter();
    const before = cut(text);
    const after = cut(text.with(29, { ...segmentAt(29), speaker: 'Speaker 2' }));
    expect(after[1]).not.toBe(before[1]);
    expect(after[1]?.speakerBefore).toBe('Speaker 2');
    expect(after[2]).toBe(before[2]);
  });

  it('has nothing for an empty text', () => expect(createBlockCutter()([])).toEqual([]));
});
