import { useEffect, useRef } from 'react';
import type { TimestampedSegment } from '#contract/segments.ts';
import { activeSegmentIndex } from '#domain/timeline.ts';
import { rangeAtTime } from '#domain/words.ts';
import type { WordsOfSegments } from './data.ts';
import { canHighlight, SPOKEN_WORD, showHighlight } from './highlights.ts';
import type { PlaybackStore } from './playback-store.ts';
import { segmentElement, segmentTextNode } from './segment-id.ts';
import { useTimeTicks } from './use-playback.ts';
import { withWords } from './with-words.ts';

/** Highlights the current word. */
export function useSpokenWord(
  store: PlaybackStore,
  segments: readonly TimestampedSegment[],
  words: WordsOfSegments | undefined,
): void {
  const marked = useRef('');
  useTimeTicks(store, (seconds) => {
    const segment = segments[activeSegmentIndex(segments, seconds)];
    const range = segment && seconds > 0 ? rangeAtTime(withWords(segment, words), seconds) : null;
    const key = range && segment ? `${segment.id} ${segment.revision} ${range.start}` : '';
    if (key === marked.current) return;
    marked.current = markRange(segment?.id ?? null, range) ? key : '';
  });
  useEffect(() => () => void markRange(null, null), []);
}

function markRange(segmentId: number | null, range: { start: number; end: number } | null): boolean {
  // Browsers without the API still highlight the segment.
  if (!canHighlight()) return true;
  const row = range && segmentId !== null ? segmentElement(segmentId) : null;
  const text = row ? segmentTextNode(row) : null;
  if (!range || !text || range.end > text.length) {
    CSS.highlights.delete(SPOKEN_WORD);
    return range === null;
  }
  const words = new Range();
  words.setStart(text, range.start);
  words.setEnd(text, range.end);
  showHighlight(SPOKEN_WORD, new Highlight(words));
  return true;
}
