import type { Edit, SegmentRef } from '#contract/edits.ts';
import type { PlacedSegment } from '#domain/segments.ts';
import { type Surroundings, setTimes } from '#domain/set-times.ts';
import { AppError } from '../../app-error.ts';
import type { Tx } from '../../db/client.ts';
import type { Editing } from './apply.ts';
import { changeOf, isSameState, type Step, sameWords } from './changes.ts';
import { segmentAt } from './current-segment.ts';
import { findNextSegment, type TextRow } from './queries.ts';
import { findEarlierEnd, findPreviousSegment } from './times-queries.ts';

type TimesEdit = Extract<Edit, { kind: 'times' }>;

/** Throws 'edit_conflict', 'cannot_move_neighbor' if a segment that goes along is not beside this one, and the reasons of `setTimes`. */
export async function planTimes(tx: Tx, editing: Editing, edit: TimesEdit): Promise<Step> {
  const segment = await segmentAt(tx, editing, edit.segment);
  if (edit.previous) await segmentAt(tx, editing, edit.previous);
  if (edit.next) await segmentAt(tx, editing, edit.next);
  const around = await surroundingsOf(tx, editing.row, segment);
  if (!isIn(around.previous, edit.previous) || !isIn(around.next, edit.next))
    throw new AppError('cannot_move_neighbor');
  const wanted = {
    ...spanOf(edit),
    words: edit.words?.map((word) => ({ index: word.index, ...spanOf(word) })),
    movesPrevious: edit.previous !== undefined,
    movesNext: edit.next !== undefined,
  };
  const set = setTimes(segment, wanted, around);
  if ('refused' in set) throw new AppError(set.refused);
  const pairs = [
    [around.previous, set.previous],
    [segment, set.passage],
    [around.next, set.next],
  ] as const;
  return {
    changes: pairs.flatMap(([before, after]) =>
      before && after && !(isSameState(before, after) && sameWords(before, after))
        ? changeOf(before, after)
        : [],
    ),
  };
}

async function surroundingsOf(
  tx: Tx,
  { id, durationMs }: TextRow,
  segment: PlacedSegment,
): Promise<Surroundings<PlacedSegment>> {
  const previous = await findPreviousSegment(tx, id, segment);
  const next = await findNextSegment(tx, id, segment);
  const later = next && (await findNextSegment(tx, id, next));
  return {
    previous: previous ?? null,
    next: next ?? null,
    earlierEndMs: previous ? await findEarlierEnd(tx, id, previous) : 0,
    laterStartMs: later?.startMs ?? null,
    durationMs,
  };
}

const isIn = (neighbor: PlacedSegment | null, ref: SegmentRef | undefined) =>
  ref === undefined || neighbor?.id === ref.id;

function spanOf({ start, end }: { start: number; end: number }) {
  return { startMs: Math.round(start * 1000), endMs: Math.round(end * 1000) };
}
