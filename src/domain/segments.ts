import type { Segment } from '#contract/segments.ts';
import type { TimestampedSegment } from '#contract/transcripts.ts';
import { formatTimestamp } from './timecode.ts';

/** A segment as the interface gives it: seconds in place of milliseconds, and its start as text. */
export function timestampSegment(segment: Segment): TimestampedSegment {
  const start = segment.startMs / 1000;
  return {
    speaker: segment.speaker,
    text: segment.text,
    timestamp: formatTimestamp(start),
    start,
    end: segment.endMs / 1000,
    words: segment.words.map((word) => ({
      text: word.text,
      start: word.startMs / 1000,
      end: word.endMs / 1000,
      confidence: word.confidence,
    })),
    timing: segment.timing,
  };
}
