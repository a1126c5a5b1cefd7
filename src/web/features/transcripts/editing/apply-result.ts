import { replaceEqualDeep } from '@tanstack/react-query';
import type { EditResult } from '#contract/edits.ts';
import type { SegmentWords, TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { paragraphTexts } from '#domain/turns.ts';

/** The transcript after a step that the server has applied. Unchanged segments stay the same objects. */
export function withEditResult(transcript: Transcript, result: EditResult): Transcript {
  const timestampedTranscript = withChanged(transcript.timestampedTranscript, result);
  return {
    ...transcript,
    timestampedTranscript,
    transcript: paragraphTexts(timestampedTranscript).join('\n\n'),
    speakerNames: replaceEqualDeep(transcript.speakerNames, result.speakerNames),
    wordCount: result.wordCount,
    segmentCount: result.segmentCount,
    undo: result.undo,
    redo: result.redo,
    editCount: result.editCount,
  };
}

/** The words after a step. */
export function withChangedWords(
  words: ReadonlyMap<number, SegmentWords>,
  result: Pick<EditResult, 'words' | 'removed'>,
): ReadonlyMap<number, SegmentWords> {
  const changed = new Map(words);
  for (const id of result.removed) changed.delete(id);
  for (const each of result.words) changed.set(each.id, each);
  return changed;
}

/** Replaces segments by id, and inserts new ones at their position. */
export function withChanged(
  segments: TimestampedSegment[],
  { changed, removed }: Pick<EditResult, 'changed' | 'removed'>,
): TimestampedSegment[] {
  if (changed.length === 0 && removed.length === 0) return segments;
  const fresh = new Map(changed.map((segment) => [segment.id, segment]));
  const gone = new Set(removed);
  const kept: TimestampedSegment[] = [];
  let isInOrder = true;
  for (const segment of segments) {
    if (gone.has(segment.id)) continue;
    const now = newer(segment, fresh.get(segment.id));
    fresh.delete(segment.id);
    if (now.position !== segment.position) isInOrder = false;
    kept.push(now);
  }
  if (fresh.size === 0 && isInOrder) return kept;
  return [...kept, ...fresh.values()].sort((one, other) => one.position - other.position);
}

function newer(shown: TimestampedSegment, received: TimestampedSegment | undefined): TimestampedSegment {
  return received && received.revision >= shown.revision ? received : shown;
}
