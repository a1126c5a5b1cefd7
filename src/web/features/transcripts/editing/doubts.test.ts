import { describe, expect, it } from 'vitest';
import type { SegmentWords, TimestampedSegment, TimestampedWord } from '#contract/segments.ts';
import { createDoubtFinder, nextDoubt } from './doubts.ts';

const segment = (id: number, text: string): TimestampedSegment => ({
  id,
  text,
  revision: 1,
  position: id,
  speaker: 'Speaker 1',
  timestamp: '',
  start: id,
  end: id + 1,
  timing: 'measured',
});

const wordsOf = ({ id, text }: TimestampedSegment, revision = 1): SegmentWords => ({
  id,
  revision,
  words: text.split(' ').map((word): TimestampedWord => [word, id, id, word.endsWith('?') ? 0.1 : 0.9]),
});

// The order of the text is not that of the ids.
const segments = [segment(3, 'a? b c?'), segment(1, 'd e f'), segment(2, 'g? h')];
const words = new Map(segments.map((each) => [each.id, wordsOf(each)]));
const doubts = createDoubtFinder()(segments, words);
const next = (segmentId: number, start: number, step: 1 | -1 = 1) =>
  nextDoubt(doubts, segments, { place: { segmentId, start }, step })?.text;

describe('words to be checked', () => {
  it('are found in the order of the text, and not searched again', () => {
    const find = createDoubtFinder();
    const first = find(segments, words);
    expect(first.map(({ segmentId, text }) => [segmentId, text])).toEqual([
      [3, 'a?'],
      [3, 'c?'],
      [2, 'g?'],
    ]);
    const confirmed = new Map(words).set(2, { id: 2, revision: 1, words: [['g?', 2, 2, 1]] });
    const second = find(segments, confirmed);
    expect(second.map(({ text }) => text)).toEqual(['a?', 'c?']);
    expect(second[0]).toBe(first[0]);
  });

  it('are not found where the words belong to another revision or are not there', () => {
    const find = createDoubtFinder();
    expect(find([segment(1, 'a?')], new Map([[1, wordsOf(segment(1, 'a?'), 2)]]))).toEqual([]);
    expect(find([segment(1, 'a?')], new Map())).toEqual([]);
  });

  it('follow each other in both directions, round the ends, and from places between them', () => {
    expect(next(3, 0)).toBe('c?');
    expect(next(3, 5)).toBe('g?');
    expect(next(2, 0)).toBe('a?');
    expect(next(1, 0)).toBe('g?');
    expect(next(3, -1)).toBe('a?');
    expect(next(3, 0, -1)).toBe('g?');
    expect(next(1, 2, -1)).toBe('c?');
    expect(nextDoubt([], segments, { place: { segmentId: 1, start: 0 }, step: 1 })).toBeUndefined();
  });
});
