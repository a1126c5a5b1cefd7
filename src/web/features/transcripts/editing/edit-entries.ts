import type { ChangedBy } from '#contract/edit-conflicts.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { mergeTexts, unionOfTexts } from '#domain/merge-texts.ts';
import { editProblemOf, joinSegmentTexts, type PendingEdit } from './pending-edits.ts';
import { idsOf, textOfEdit } from './pending-facts.ts';

/** A text that was changed here and somewhere else; the user decides. */
export interface Conflict {
  segmentId: number;
  mine: string;
  /** The words of both; where both inserted text in the same place, one follows the other. */
  both: string;
  /** Who changed it somewhere else; null if unknown. */
  by: ChangedBy | null;
  /** Null if the segment no longer exists. */
  current: TimestampedSegment | null;
}

/** An edit in the queue. */
export interface Entry {
  edit: PendingEdit;
  dueAt: number;
  /** Waits for the user's decision. */
  held:
    | { kind: 'conflict'; current: TimestampedSegment | null; by: ChangedBy | null }
    | { kind: 'problem'; message: string }
    | null;
}

export function conflictsOf(entries: readonly Entry[]): Conflict[] {
  return entries.flatMap(({ edit, held }) =>
    held?.kind === 'conflict'
      ? [
          {
            segmentId: edit.segmentId,
            mine: textOfEdit(edit),
            both: bothTexts(edit, held.current?.text ?? ''),
            by: held.by,
            current: held.current,
          },
        ]
      : [],
  );
}

/** Merges what was typed here into the current text; null if both changed the same place, so that the user must decide. */
export function mergedWith(edit: PendingEdit, current: TimestampedSegment): string | null {
  if (edit.kind !== 'text' || edit.base === undefined) return null;
  const { text, isClean } = mergeTexts(edit.base, edit.text, current.text);
  return isClean && editProblemOf(text) === null ? text : null;
}

/** The texts of segments after these edits, as far as they change any; `saved` are the texts before. */
export function textsAfter(
  edits: readonly PendingEdit[],
  saved: (segmentId: number) => string,
): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  const textOf = (id: number) => texts.get(id) ?? saved(id);
  for (const edit of edits) {
    if (edit.kind === 'text') texts.set(edit.segmentId, edit.text);
    else if (edit.kind === 'split') texts.set(edit.segmentId, edit.before).set(edit.newId, edit.after);
    else if (edit.kind === 'delete')
      texts.set(edit.segmentId, edit.left.first ?? '').set(edit.lastId, edit.left.last ?? '');
    else texts.set(edit.segmentId, joinSegmentTexts(textOf(edit.segmentId), textOf(edit.nextId)));
  }
  return texts;
}

function bothTexts(edit: PendingEdit, current: string): string {
  if (edit.kind !== 'text' || edit.base === undefined) return unionOfTexts(textOfEdit(edit), current);
  return mergeTexts(edit.base, edit.text, current).text;
}

/** Overwrites the current text, which the user has seen. */
export function placeOver(entry: Entry, current: TimestampedSegment, text: string): void {
  const { segmentId } = entry.edit;
  entry.edit = { kind: 'text', segmentId, revision: current.revision, text, base: current.text };
  entry.held = heldFor(entry.edit);
  entry.dueAt = 0;
}

/** Why texts cannot be saved as they are, by segment. */
export function problemsOf(entries: readonly Entry[]): ReadonlyMap<number, string> {
  return new Map(
    entries.flatMap(({ edit, held }) => (held?.kind === 'problem' ? [[edit.segmentId, held.message]] : [])),
  );
}

/** Whether an earlier edit of the same segment waits for the user's decision. */
export function waitsForPerson(entries: readonly Entry[], index: number): boolean {
  const { edit } = entries[index] ?? {};
  const earlier = entries.slice(0, index).filter(({ held }) => held);
  return (
    edit !== undefined && earlier.some((other) => idsOf(edit).some((id) => idsOf(other.edit).includes(id)))
  );
}

/** Replaces the temporary id of a segment that was created here with its real one. */
export function rename(entries: readonly Entry[], localId: number, realId: number): void {
  const now = (id: number) => (id === localId ? realId : id);
  for (const entry of entries) {
    const { edit } = entry;
    if (!idsOf(edit).includes(localId)) continue;
    const segmentId = now(edit.segmentId);
    if (edit.kind === 'join') entry.edit = { ...edit, segmentId, nextId: now(edit.nextId) };
    else if (edit.kind === 'delete') {
      const between = edit.between.map((each) => ({ ...each, id: now(each.id) }));
      entry.edit = { ...edit, segmentId, between, lastId: now(edit.lastId) };
    } else entry.edit = { ...edit, segmentId };
  }
}

/** One of our edits has made a new revision, on which the next ones are based. */
export function rebase(entries: readonly Entry[], { id, revision }: TimestampedSegment): void {
  for (const entry of entries) {
    const { edit } = entry;
    if (edit.segmentId === id) entry.edit = { ...edit, revision };
    else if (edit.kind === 'join' && edit.nextId === id) entry.edit = { ...edit, nextRevision: revision };
    else if (edit.kind === 'delete' && edit.lastId === id) entry.edit = { ...edit, lastRevision: revision };
    else if (edit.kind === 'delete' && edit.between.some((each) => each.id === id)) {
      const between = edit.between.map((each) => (each.id === id ? { id, revision } : each));
      entry.edit = { ...edit, between };
    }
  }
}

/** Merges an edit and what was typed into its segments later into one text. A join is dropped. Returns what is left. */
export function dissolved(entries: readonly Entry[], entry: Entry): Entry[] {
  const { edit } = entry;
  if (edit.kind === 'join') {
    return entries.filter((other) => other !== entry);
  }
  const later = entries.slice(entries.indexOf(entry) + 1);
  const used = new Set<Entry>();
  const textAfter = (segmentId: number, from: string): string => {
    let text = from;
    for (const other of later) {
      const { kind } = other.edit;
      if (other.edit.segmentId !== segmentId || kind === 'join' || kind === 'delete') continue;
      used.add(other);
      text =
        other.edit.kind === 'text'
          ? other.edit.text
          : joinSegmentTexts(other.edit.before, textAfter(other.edit.newId, other.edit.after));
    }
    return text;
  };
  const { segmentId, revision } = edit;
  const text =
    edit.kind === 'text' || edit.kind === 'delete'
      ? textAfter(segmentId, textOfEdit(edit))
      : joinSegmentTexts(textAfter(segmentId, edit.before), textAfter(edit.newId, edit.after));
  const base = edit.kind === 'text' && edit.base !== undefined ? { base: edit.base } : {};
  entry.edit = { kind: 'text', segmentId, revision, text, ...base };
  return entries.filter((other) => !used.has(other));
}

export function heldFor(edit: PendingEdit): Entry['held'] {
  const message = edit.kind === 'text' ? editProblemOf(edit.text) : null;
  return message === null ? null : { kind: 'problem', message };
}
