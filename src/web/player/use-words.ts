import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { TimestampedSegment } from '#contract/segments.ts';
import { type WordsOfSegments, wordsOf } from './data.ts';
import type { RecordingRef } from './recording-ref.ts';

/** Changes made in another window seldom come alone, so fetching waits for more. */
const REFETCH_MS = 3000;

/** The words of the segments that are shown; refetched when some of them have been changed elsewhere. */
export function useWords(
  recording: RecordingRef,
  segments: readonly TimestampedSegment[],
): WordsOfSegments | undefined {
  const { data: words, refetch } = useQuery(wordsOf(recording));
  const isBehind = useMemo(() => words !== undefined && segments.some(isNewer(words)), [words, segments]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every further change puts it off.
  useEffect(() => {
    if (!isBehind) return;
    const timer = setTimeout(() => void refetch(), REFETCH_MS);
    return () => clearTimeout(timer);
  }, [isBehind, segments, refetch]);
  return words;
}

/** Unsaved segments have negative ids and no words of their own. */
function isNewer(words: WordsOfSegments) {
  return ({ id, revision }: TimestampedSegment) => id > 0 && words.get(id)?.revision !== revision;
}
