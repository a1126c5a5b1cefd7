import type { Word } from '#contract/segments.ts';
import { alignLists } from '#domain/alignment.ts';
import type { PlacedSegment } from '#domain/segments.ts';
import type { EditRow, SegmentState, StoredChange, StoredNames } from './queries.ts';

/** What a step does, before it is written. */
export interface Step {
  changes: StoredChange[];
  names?: StoredNames;
  /** The number of places where a 'replace' changes something. */
  places?: number;
}

/** The change of one segment to its new state; includes its words only if they differ. */
export function changeOf(before: PlacedSegment, after: PlacedSegment): StoredChange {
  const isSameWords = before.words === after.words || sameWords(before, after);
  return { id: before.id, before: stateOf(before, !isSameWords), after: stateOf(after, !isSameWords) };
}

/** The change that a step makes by adding a segment. */
export function additionOf(segment: PlacedSegment): StoredChange {
  return { id: segment.id, before: null, after: stateOf(segment, true) };
}

/** The change that a step makes by removing a segment. */
export function removalOf(segment: PlacedSegment): StoredChange {
  return { id: segment.id, before: stateOf(segment, true), after: null };
}

/** The step that reverses this one. */
export function inverseOf({ changes, names }: Pick<EditRow, 'changes' | 'names'>): Step {
  return {
    changes: changes.map(({ id, before, after }) => ({ id, before: after, after: before })),
    ...(names ? { names: { before: names.after, after: names.before } } : {}),
  };
}

/** The changes that lead from one text to another, by segment id. */
export function changesBetween(
  now: ReadonlyMap<number, PlacedSegment>,
  wanted: ReadonlyMap<number, PlacedSegment>,
): StoredChange[] {
  const changed = [...wanted.values()].flatMap((segment) => {
    const present = now.get(segment.id);
    if (!present) return additionOf(segment);
    return isSameState(present, segment) && sameWords(present, segment) ? [] : changeOf(present, segment);
  });
  const removed = [...now.values()].filter(({ id }) => !wanted.has(id)).map(removalOf);
  return [...changed, ...removed];
}

/** A text, by segment id, with these segments in their earlier states: null for those that did not exist. */
export function withStates(
  text: ReadonlyMap<number, PlacedSegment>,
  states: ReadonlyMap<number, SegmentState | null>,
): Map<number, PlacedSegment> {
  const changed = new Map(text);
  for (const [id, state] of states) {
    if (state) changed.set(id, stateAfter(id, text.get(id), state));
    else changed.delete(id);
  }
  return changed;
}

/** A segment in a state from the history; words that the state omits are unchanged. */
export function stateAfter(id: number, now: PlacedSegment | undefined, state: SegmentState): PlacedSegment {
  return { ...state, id, words: state.words ?? now?.words ?? [] };
}

/** Compares segments by their order in a text, as `IN_ORDER` does in the database. */
export function inOrder(one: InOrder, other: InOrder): number {
  return one.position - other.position || one.startMs - other.startMs || one.id - other.id;
}

type InOrder = Pick<PlacedSegment, 'position' | 'startMs' | 'id'>;

/** Whether a segment is as a step left it: same text, same speaker, same times. */
export function isSameState(
  now: Pick<PlacedSegment, 'speaker' | 'text' | 'startMs' | 'endMs'> | undefined | null,
  state: SegmentState | null,
): boolean {
  if (!now || !state) return !now && !state;
  return (
    now.speaker === state.speaker &&
    now.text === state.text &&
    now.startMs === state.startMs &&
    now.endMs === state.endMs
  );
}

/** The words of a step that is undone or redone, with what has been confirmed since it was done: `left` are the words as it left them. */
export function withConfirmed(
  words: readonly Word[],
  { left, now }: { left: readonly Word[]; now: readonly Word[] },
): Word[] {
  const confirmed = new Set(
    now.flatMap((word, index) =>
      word.confidence === 1 && left[index]?.text === word.text && left[index].confidence !== 1 ? index : [],
    ),
  );
  if (confirmed.size === 0) return [...words];
  const textOf = ({ text }: Word) => text;
  const pairs = alignLists(left.map(textOf), words.map(textOf));
  const kept = new Set(pairs.flatMap(({ before, after }) => (confirmed.has(before) ? after : [])));
  return words.map((word, index) => (kept.has(index) ? { ...word, confidence: 1 } : word));
}

function stateOf({ id: _, words, ...state }: PlacedSegment, withWords: boolean): SegmentState {
  return withWords ? { ...state, words } : state;
}

/** Whether two states of a segment have the same words, at the same times and with the same confidence. */
export function sameWords(a: Pick<PlacedSegment, 'words'>, b: Pick<PlacedSegment, 'words'>): boolean {
  return (
    a.words.length === b.words.length &&
    a.words.every((word, index) => {
      const other = b.words[index];
      return (
        other?.text === word.text &&
        other.startMs === word.startMs &&
        other.endMs === word.endMs &&
        other.confidence === word.confidence
      );
    })
  );
}
