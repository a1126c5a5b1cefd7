import type { Tx } from '../../db/client.ts';
import {
  findStatesBefore,
  findWordsBefore,
  type SegmentState,
  type StepRange,
  type TextRow,
} from './queries.ts';

/** Steps are read together up to this compressed size on disk, because the database decompresses each of them whole. */
const PORTION_BYTES = 2_000_000;
const PORTION_STEPS = 500;

/**
 * The state of each segment before these steps, oldest first; null for a segment that did not exist. However long the history is,
 * only one state per segment is held in memory: later steps of a known segment are not read. `only`: just these segments.
 */
export async function statesBefore(
  tx: Tx,
  row: TextRow,
  steps: readonly { id: number; bytes: number }[],
  only?: readonly number[],
): Promise<Map<number, SegmentState | null>> {
  const states = new Map<number, SegmentState | null>();
  // A step that left the words unchanged did not record them; a later one may have.
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

/** Splits the steps into ranges small enough to read at once. */
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
