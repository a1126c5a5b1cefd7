import type { Segment, SegmentWords, TimestampedSegment, Word } from '#contract/segments.ts';
import { formatTimestamp } from './timecode.ts';

/** A segment with its place in the transcript. */
export type PlacedSegment = Segment & Pick<TimestampedSegment, 'id' | 'revision' | 'position'>;

/** Numbers segments that are not stored (yet) in their order. */
export function placeInOrder(segments: readonly Segment[]): PlacedSegment[] {
  return segments.map((segment, index) => ({ ...segment, id: index + 1, revision: 0, position: index + 1 }));
}

/** A segment as HTTP gives it: seconds instead of milliseconds, the start also as text, without words. */
export function timestampSegment(segment: Omit<PlacedSegment, 'words'>): TimestampedSegment {
  const start = segment.startMs / 1000;
  return {
    id: segment.id,
    revision: segment.revision,
    position: segment.position,
    speaker: segment.speaker,
    text: segment.text,
    timestamp: formatTimestamp(start),
    start,
    end: segment.endMs / 1000,
    timing: segment.timing,
  };
}

/** The words of a segment as HTTP gives them, with times in seconds. */
export function timestampWords({
  id,
  revision,
  words,
}: Pick<PlacedSegment, 'id' | 'revision'> & { words: readonly Word[] }): SegmentWords {
  return {
    id,
    revision,
    words: words.map(({ text, startMs, endMs, confidence }) => [
      text,
      startMs / 1000,
      endMs / 1000,
      confidence,
    ]),
  };
}
