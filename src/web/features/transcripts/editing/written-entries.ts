import type { TimestampedSegment } from '#contract/segments.ts';
import type { LeftOver } from '#domain/delete-range.ts';
import { type Entry, textsAfter } from './edit-entries.ts';
import { editProblemOf, type PendingEdit } from './pending-edits.ts';
import { idsOf, textOfEdit } from './pending-facts.ts';

/** The unsaved edits, to which the user's next one is appended. */
export interface Unsaved {
  entries: readonly Entry[];
  /** The edit being sent, which can no longer be changed. */
  inFlight: Entry | null;
  /** A segment as last received from the server. */
  savedSegment: (id: number) => TimestampedSegment | undefined;
}

/** The edits with a new text for a segment, due at `dueAt` (ms). A text equal to the saved one is dropped. */
export function withText(
  { entries, inFlight, savedSegment }: Unsaved,
  { segmentId, text, dueAt }: { segmentId: number; text: string; dueAt: number },
): Entry[] {
  const saved = savedSegment(segmentId);
  const open = lastTextOf(entries, segmentId);
  const problem = editProblemOf(text);
  const held: Entry['held'] = problem === null ? null : { kind: 'problem', message: problem };
  const isFirst = entries.filter(({ edit }) => idsOf(edit).includes(segmentId)).length === (open ? 1 : 0);
  if (open && open !== inFlight) {
    const isBack = isFirst && open.held?.kind !== 'conflict' && saved?.text === text;
    if (isBack) return entries.filter((entry) => entry !== open);
    if (open.edit.kind === 'text') open.edit = { ...open.edit, text };
    open.dueAt = dueAt;
    if (open.held?.kind !== 'conflict') open.held = held;
    return [...entries];
  }
  const isNew = open ? textOfEdit(open.edit) !== text : !isFirst || saved?.text !== text;
  if (!isNew) return [...entries];
  const base = textIn({ entries, savedSegment }, segmentId);
  const revision = saved?.revision ?? 0;
  return [...entries, { edit: { kind: 'text', segmentId, text, revision, base }, dueAt, held }];
}

export interface SplitParts {
  before: string;
  after: string;
  atSeconds: number;
}

/** The edits with a split of a segment, which replaces an unsent text of that segment. */
export function withSplit(
  { entries, inFlight, savedSegment }: Unsaved,
  { segmentId, newId, ...parts }: SplitParts & { segmentId: number; newId: number },
): Entry[] {
  const open = lastTextOf(entries, segmentId);
  const isReplaced = open && open !== inFlight && open.held?.kind !== 'conflict';
  const others = isReplaced ? entries.filter((entry) => entry !== open) : entries;
  const revision = (isReplaced ? open.edit.revision : savedSegment(segmentId)?.revision) ?? 0;
  const base =
    isReplaced && open.edit.kind === 'text' ? open.edit.base : textIn({ entries, savedSegment }, segmentId);
  const edit: PendingEdit = {
    kind: 'split',
    segmentId,
    revision,
    newId,
    ...parts,
    ...(base === undefined ? {} : { base }),
  };
  return [...others, { edit, dueAt: 0, held: null }];
}

/** The edits with a join of two segments. */
export function withJoin(
  { entries, savedSegment }: Unsaved,
  { segmentId, nextId }: { segmentId: number; nextId: number },
): Entry[] {
  const edit: PendingEdit = {
    kind: 'join',
    segmentId,
    revision: savedSegment(segmentId)?.revision ?? 0,
    base: textIn({ entries, savedSegment }, segmentId),
    nextId,
    nextRevision: savedSegment(nextId)?.revision ?? 0,
    nextBase: textIn({ entries, savedSegment }, nextId),
  };
  return [...entries, { edit, dueAt: 0, held: null }];
}

/** A deletion from a place in a segment to a place in a later one. */
export interface DeletedRange {
  firstId: number;
  betweenIds: readonly number[];
  lastId: number;
  /** The first one's text up to there, with what was typed instead. */
  before: string;
  after: string;
  left: LeftOver;
}

/** The edits with a deletion over several segments. */
export function withDeletion(
  { entries, savedSegment }: Unsaved,
  { firstId, betweenIds, lastId, before, after, left }: DeletedRange,
): Entry[] {
  const revisionOf = (id: number) => savedSegment(id)?.revision ?? 0;
  const edit: PendingEdit = {
    kind: 'delete',
    segmentId: firstId,
    revision: revisionOf(firstId),
    before,
    base: textIn({ entries, savedSegment }, firstId),
    between: betweenIds.map((id) => ({ id, revision: revisionOf(id) })),
    lastId,
    lastRevision: revisionOf(lastId),
    after,
    lastBase: textIn({ entries, savedSegment }, lastId),
    left,
  };
  return [...entries, { edit, dueAt: 0, held: null }];
}

/** The text of a segment with everything that is unsaved. */
function textIn({ entries, savedSegment }: Pick<Unsaved, 'entries' | 'savedSegment'>, id: number): string {
  const saved = (segmentId: number) => savedSegment(segmentId)?.text ?? '';
  const texts = textsAfter(
    entries.map(({ edit }) => edit),
    saved,
  );
  return texts.get(id) ?? saved(id);
}

function lastTextOf(entries: readonly Entry[], segmentId: number): Entry | undefined {
  const last = entries.findLast(({ edit }) => idsOf(edit).includes(segmentId));
  return last?.edit.kind === 'text' ? last : undefined;
}
