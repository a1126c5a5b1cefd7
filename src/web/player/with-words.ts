import type { TimestampedSegment } from '#contract/segments.ts';
import type { WordedText } from '#domain/words.ts';
import type { WordsOfSegments } from './data.ts';

/** A segment with its words, or without while they are loading or belong to another text. */
export function withWords(segment: TimestampedSegment, words: WordsOfSegments | undefined): WordedText {
  const known = words?.get(segment.id);
  return { ...segment, words: known?.revision === segment.revision ? known.words : [] };
}
