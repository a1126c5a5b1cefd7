import type { Word } from '#contract/segments.ts';
import type { Span } from '#domain/retime.ts';
import type { PlacedSegment } from '#domain/segments.ts';
import { AppError } from '../../app-error.ts';
import type { Tx } from '../../db/client.ts';
import type { Step } from './changes.ts';
import type { StoredChange, TextRow } from './queries.ts';
import { areTimesChanged, findSpans } from './times-queries.ts';

/**
 * Whether the words are said when a step left them, or, if it did not record them, fit into the borders to which the step goes back: another
 * step may have set only their times.
 */
export function areWordsAsLeft(words: readonly Word[], { before, after }: StoredChange): boolean {
  if (!before || !after) return true;
  if (before.words) return isSaidAlike(words, before.words);
  return words.every((word) => isInside(word, after) || !isInside(word, before));
}

/** Whether these are the same words at the same times, however sure of them anybody is. */
export function isSaidAlike(words: readonly Word[], others: readonly Word[]): boolean {
  return (
    words.length === others.length &&
    words.every(({ text, startMs, endMs }, index) => {
      const other = others[index];
      return other?.text === text && other.startMs === startMs && other.endMs === endMs;
    })
  );
}

const isInside = (word: Span, { startMs, endMs }: Span) => word.startMs >= startMs && word.endMs <= endMs;

/**
 * Throws 'undo_conflict' if going back to earlier times would make segments overlap or change their order because the times of others
 * have been set since. `from`: the step that set the times.
 */
export async function refuseMisplaced(
  tx: Tx,
  row: TextRow,
  { changes }: Step,
  { from }: { from: number },
): Promise<void> {
  const moved = new Map(changes.flatMap((change) => spanAfter(change)));
  // Splits and joins take their times from what is there.
  if (moved.size === 0 || changes.some(({ before, after }) => !before || !after)) return;
  const segmentIds = newlyMisplaced(await findSpans(tx, row.id), moved);
  if (segmentIds.length > 0 && (await areTimesChanged(tx, row, { from, segmentIds })))
    throw new AppError('undo_conflict');
}

function spanAfter({ id, before, after }: StoredChange): [number, Span][] {
  if (!before || !after) return [];
  const isMoved = before.startMs !== after.startMs || before.endMs !== after.endMs;
  return isMoved ? [[id, after]] : [];
}

type Placed = Pick<PlacedSegment, 'id' | 'startMs' | 'endMs'>;

/** The neighbors, not moved themselves, with which moved segments would overlap more than now, or change places. */
function newlyMisplaced(now: readonly Placed[], moved: ReadonlyMap<number, Span>): number[] {
  const pairs = now.slice(1).flatMap((after, index) => {
    const before = now[index];
    if (!before || (!moved.has(before.id) && !moved.has(after.id))) return [];
    const [then, later] = [moved.get(before.id) ?? before, moved.get(after.id) ?? after];
    const isWorse =
      Math.max(0, then.endMs - later.startMs) > Math.max(0, before.endMs - after.startMs) ||
      Math.max(0, then.startMs - later.startMs) > Math.max(0, before.startMs - after.startMs);
    return isWorse ? [before.id, after.id] : [];
  });
  return pairs.filter((id) => !moved.has(id));
}
