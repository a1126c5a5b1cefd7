import type { TimestampedSegment } from '#contract/segments.ts';
import { joinTexts, type PendingEdit, problemOf } from './pending-edits.ts';
import { idsOf, textOfEdit } from './pending-facts.ts';

/** A text that was changed here and somewhere else; people decide. */
export interface Conflict {
  segmentId: number;
  mine: string;
  /** Null: the segment is no longer there. */
  current: TimestampedSegment | null;
}

/** An edit in the queue. */
export interface Entry {
  edit: PendingEdit;
  dueAt: number;
  /** Waits for a person. */
  held:
    | { kind: 'conflict'; current: TimestampedSegment | null }
    | { kind: 'problem'; message: string }
    | null;
}

export function conflictsOf(entries: readonly Entry[]): Conflict[] {
  return entries.flatMap(({ edit, held }) =>
    held?.kind === 'conflict'
      ? [{ segmentId: edit.segmentId, mine: textOfEdit(edit), current: held.current }]
      : [],
  );
}

/** Why texts cannot be saved as they are, by segment. */
export function problemsOf(entries: readonly Entry[]): ReadonlyMap<number, string> {
  return new Map(
    entries.flatMap(({ edit, held }) => (held?.kind === 'problem' ? [[edit.segmentId, held.message]] : [])),
  );
}

/** Whether an earlier edit of the same segment waits for a person. */
export function waitsForPerson(entries: readonly Entry[], index: number): boolean {
  const { edit } = entries[index] ?? {};
  const earlier = entries.slice(0, index).filter(({ held }) => held);
  return (
    edit !== undefined && earlier.some((other) => idsOf(edit).some((id) => idsOf(other.edit).includes(id)))
  );
}

/** A segment that was made here has got its real id. */
export function rename(entries: readonly Entry[], localId: number, realId: number): void {
  for (const entry of entries) {
    const { edit } = entry;
    if (edit.segmentId === localId) entry.edit = { ...edit, segmentId: realId };
    else if (edit.kind === 'join' && edit.nextId === localId) entry.edit = { ...edit, nextId: realId };
  }
}

/** An edit from here has made a new revision, on which the next ones go on. */
export function rebase(entries: readonly Entry[], id: number, revision: number): void {
  for (const entry of entries) {
    const { edit } = entry;
    if (edit.segmentId === id) entry.edit = { ...edit, revision };
    else if (edit.kind === 'join' && edit.nextId === id) entry.edit = { ...edit, nextRevision: revision };
  }
}

/** Makes one text of an edit and of what was typed into its segments later. A join is simply not done. Answers what is left. */
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
      if (other.edit.segmentId !== segmentId || other.edit.kind === 'join') continue;
      used.add(other);
      text =
        other.edit.kind === 'text'
          ? other.edit.text
          : joinTexts(other.edit.before, textAfter(other.edit.newId, other.edit.after));
    }
    return text;
  };
  const { segmentId, revision } = edit;
  const text =
    edit.kind === 'text'
      ? textAfter(segmentId, edit.text)
      : joinTexts(textAfter(segmentId, edit.before), textAfter(edit.newId, edit.after));
  entry.edit = { kind: 'text', segmentId, revision, text };
  return entries.filter((other) => !used.has(other));
}

export function heldFor(edit: PendingEdit): Entry['held'] {
  const message = edit.kind === 'text' ? problemOf(edit.text) : null;
  return message === null ? null : { kind: 'problem', message };
}
