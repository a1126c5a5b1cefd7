import { oneLine } from '#contract/edits.ts';
import { MAX_SEGMENT_LENGTH } from '#contract/limits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { leftOver } from '#domain/delete-range.ts';
import { turnLines } from '#domain/exports/text.ts';
import { timeAtOffset } from '#domain/words.ts';
import type { WordsOfSegments } from '#web/player/data.ts';
import type { TextPlace } from '#web/player/selected-text.ts';
import { withWords } from '#web/player/with-words.ts';
import type { RowPlace } from './carry-over.ts';
import type { DeletedRange } from './written-entries.ts';

/** Text that is selected in several segments, which are all here, in order. */
export interface LongSelection {
  segments: readonly [TimestampedSegment, ...TimestampedSegment[]];
  last: TimestampedSegment;
  /** Where it begins in the first one, and ends in the last one (UTF-16). */
  start: number;
  end: number;
}

/** What is selected, if that is in several segments; null otherwise. */
export function longSelection(
  segments: readonly TimestampedSegment[],
  selected: { start: TextPlace; end: TextPlace } | null,
): LongSelection | null {
  if (!selected || selected.start.segmentId === selected.end.segmentId) return null;
  const from = segments.findIndex(({ id }) => id === selected.start.segmentId);
  const to = segments.findIndex(({ id }) => id === selected.end.segmentId);
  const [first, ...others] = from < 0 || to < from ? [] : segments.slice(from, to + 1);
  const last = others.at(-1);
  if (!first || !last) return null;
  return { segments: [first, ...others], last, start: selected.start.offset, end: selected.end.offset };
}

/** The deletion of what is selected, with `typed` instead of it, and where the caret is then. */
export function deletionOf(
  { segments, last, start, end }: LongSelection,
  typed: string,
  all: readonly TimestampedSegment[],
): { range: DeletedRange; caret: RowPlace | null } {
  const [first] = segments;
  const before = oneLine(first.text.slice(0, start) + typed);
  const after = oneLine(last.text.slice(end));
  const left = leftOver(
    { before, after },
    {
      isSameSpeaker: first.speaker === last.speaker,
      hasOthers: all.length > segments.length,
      maxLength: MAX_SEGMENT_LENGTH,
    },
  );
  const betweenIds = segments.slice(1, -1).map(({ id }) => id);
  return {
    range: { firstId: first.id, betweenIds, lastId: last.id, before, after, left },
    caret: caretAfter({ segments, last }, { before, left }, all),
  };
}

function caretAfter(
  { segments: [first], last }: Pick<LongSelection, 'segments' | 'last'>,
  { before, left }: Pick<DeletedRange, 'before' | 'left'>,
  all: readonly TimestampedSegment[],
): RowPlace | null {
  if (left.first !== null) return { segmentId: first.id, offset: before.length };
  if (left.last !== null) return { segmentId: last.id, offset: 0 };
  const next = all[all.indexOf(last) + 1];
  if (next) return { segmentId: next.id, offset: 0 };
  const previous = all[all.indexOf(first) - 1];
  return previous ? { segmentId: previous.id, offset: previous.text.length } : null;
}

/** What is selected as text, with the speakers and times of its turns. */
export function copiedText(
  transcript: Pick<Transcript, 'speakerNames' | 'showSpeakers' | 'language'>,
  { segments, last, start, end }: LongSelection,
  words: WordsOfSegments | undefined,
): string {
  const [first] = segments;
  const parts = segments.map((segment) => {
    if (segment !== first && segment !== last) return segment;
    const text = segment === first ? segment.text.slice(start) : segment.text.slice(0, end);
    const from = segment === first ? timeAtOffset(withWords(segment, words), start) : segment.start;
    return { ...segment, text: text.trim(), start: from };
  });
  return turnLines({ ...transcript, timestampedTranscript: parts }).join('\n\n');
}
