import type { SegmentRef } from '#contract/edits.ts';
import { type PlacedSegment, timestampSegment } from '#domain/segments.ts';
import { AppError } from '../../app-error.ts';
import type { Tx } from '../../db/client.ts';
import type { Editing } from './apply.ts';
import { becameOf } from './became.ts';
import { findLastAuthor, findSegments } from './queries.ts';

/** The segment that an edit is about. Throws 'edit_conflict' with the current segment if the edit was based on another revision. */
export async function segmentAt(tx: Tx, { actor, row }: Editing, ref: SegmentRef): Promise<PlacedSegment> {
  const [segment] = await findSegments(tx, row.id, [ref.id]);
  if (segment?.revision !== ref.revision) {
    const last = await findLastAuthor(tx, row, ref.id);
    const became = await becameOf(tx, row, ref);
    throw new AppError('edit_conflict', {
      current: segment ? timestampSegment(segment) : null,
      ...(last ? { changedBy: { name: last.name, isYou: last.userId === actor.id } } : {}),
      ...(became ? { became } : {}),
    });
  }
  return segment;
}
