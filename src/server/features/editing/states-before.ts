import type { Tx } from '../../db/client.ts';
import {
  findStatesBefore,
  findWordsBefore,
  type SegmentState,
  type StepRange,
  type TextRow,
} from './queries.ts';

/** Steps are looked through together as long as they take no more than this on the disk, packed: the database unpacks each whole. */
const PORTION_BYTES = 2_000_000;
const PORTION_STEPS = 500;

/**
 * What stood in each segment before these steps, the oldest of which comes first; null for one that was not there. However long the history is,
 * no more of it is held than one state of each segment: what a later step says of a segment that is known is not read. `only`: of this segment.
 */
export async function statesBefore(
  tx: Tx,
  row: TextRow,
  steps: readonly { id: number; bytes: number }[],
  only?: number,
): Promise<Map<number, SegmentState | null>> {
  const states = new Map<number, SegmentState | null>();
  // A step that left the words as they were does not tell them; a later one may.
  const wordless = new Set<number>();
  for (const range of portionsOf(steps)) {
    for (const { id, before } of await findStatesBefore(tx, row, {
      ...range,
      known: [...states.keys()],
      only,
    })) {
      states.set(id, before);
      if (before && !before.words) wordless.add(id);
    }
    if (wordless.size === 0) continue;
    for (const { id, words } of await findWordsBefore(tx, row, { ...range, ids: [...wordless] })) {
      const state = states.get(id);
      if (state) states.set(id, { ...state, words });
      wordless.delete(id);
    }
  }
  return states;
}

/** Ranges of steps that are small enough to be looked through at once. */
export function portionsOf(steps: readonly { id: number; bytes: number }[]): StepRange[] {
  const portions: (StepRange & { bytes: number; count: number })[] = [];
  for (const { id, bytes } of steps) {
    const last = portions.at(-1);
    if (last && last.bytes + bytes <= PORTION_BYTES && last.count < PORTION_STEPS) {
      Object.assign(last, { to: id, bytes: last.bytes + bytes, count: last.count + 1 });
    } else portions.push({ from: id, to: id, bytes, count: 1 });
  }
  return portions.map(({ from, to }) => ({ from, to }));
}
