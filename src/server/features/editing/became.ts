import type { Became } from '#contract/edit-conflicts.ts';
import { timestampSegment } from '#domain/segments.ts';
import type { Tx } from '../../db/client.ts';
import { inOrder } from './changes.ts';
import { findSegments, findStepFrom, listShapesFrom, type StepShape, type TextRow } from './queries.ts';
import { statesBefore } from './states-before.ts';

/** So many steps are looked through for what has become of a segment, and so many segments of one step. */
const MAX_STEPS = 200;
const MAX_STEP_SEGMENTS = 100;

/**
 * What has become of a segment since it had a revision: the segments whose text has been mixed with its own by splitting, joining or
 * deleting, as they were then and as they are now, each in order. Undefined if that is not known, or too much has changed.
 */
export async function becameOf(
  tx: Tx,
  row: TextRow,
  ref: { id: number; revision: number },
): Promise<Became | undefined> {
  const first = await findStepFrom(tx, row, ref);
  if (first === undefined) return undefined;
  const steps = await listShapesFrom(tx, row, { from: first, limit: MAX_STEPS + 1, ids: MAX_STEP_SEGMENTS });
  const ids = relativesOf(ref.id, steps);
  if (steps.length > MAX_STEPS || !ids) return undefined;
  const states = await statesBefore(tx, row, steps, ids);
  const before = [...states].flatMap(([id, state]) => (state ? { id, ...state } : []));
  const now = await findSegments(tx, row.id, ids);
  return {
    before: before.sort(inOrder).map(({ id, text }) => ({ id, text })),
    now: now.map(timestampSegment),
  };
}

/** The segments that these steps have mixed with one; null if one of the steps is too large to say. */
function relativesOf(id: number, steps: readonly StepShape[]): number[] | null {
  const found = new Set([id]);
  for (let known = 0; known < found.size; ) {
    known = found.size;
    for (const { isMixing, ids } of steps) {
      if (!isMixing) continue;
      if (!ids) return null;
      if (ids.some((each) => found.has(each))) for (const each of ids) found.add(each);
    }
  }
  return [...found];
}
