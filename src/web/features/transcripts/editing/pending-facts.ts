import type { Edit } from '#contract/edits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { joinSegmentTexts, type PendingEdit } from './pending-edits.ts';

/** In the form that the server expects. */
export function toEdit(edit: PendingEdit): Edit {
  const segment = { id: edit.segmentId, revision: edit.revision };
  switch (edit.kind) {
    case 'text':
      return { kind: 'text', segment, text: edit.text };
    case 'split':
      return { kind: 'split', segment, before: edit.before, after: edit.after };
    case 'join':
      return { kind: 'join', segment, next: { id: edit.nextId, revision: edit.nextRevision } };
    case 'delete': {
      const { before, between, after } = edit;
      const last = { id: edit.lastId, revision: edit.lastRevision };
      return { kind: 'delete', segment, before, between, last, after };
    }
  }
}

/** The segments that an edit concerns, by their current ids. */
export function idsOf(edit: PendingEdit): number[] {
  switch (edit.kind) {
    case 'text':
      return [edit.segmentId];
    case 'split':
      return [edit.segmentId, edit.newId];
    case 'join':
      return [edit.segmentId, edit.nextId];
    case 'delete':
      return [edit.segmentId, ...edit.between.map(({ id }) => id), edit.lastId];
  }
}

/** The segment's text once the edit is applied. */
export function textOfEdit(edit: PendingEdit): string {
  if (edit.kind === 'join') return '';
  if (edit.kind === 'delete') return edit.left.first ?? edit.before;
  return edit.kind === 'text' ? edit.text : joinSegmentTexts(edit.before, edit.after);
}

/**
 * What can be sent without waiting for responses when the page is left: the last text of each segment that no other edit is pending for. A text that
 * was typed after a split or a join depends on it and is meaningless without it: such edits stay in the draft store and are
 * offered on the next visit. So does what waits for the user's decision.
 */
export function sentOnLeave(
  pending: readonly PendingEdit[],
  held: ReadonlySet<number>,
): Extract<Edit, { kind: 'text' }>[] {
  const restructured = new Set(pending.filter(({ kind }) => kind !== 'text').flatMap(idsOf));
  const last = new Map<number, Extract<Edit, { kind: 'text' }>>();
  for (const { segmentId, revision, ...edit } of pending) {
    if (edit.kind !== 'text' || segmentId < 0 || held.has(segmentId) || restructured.has(segmentId)) continue;
    last.set(segmentId, { kind: 'text', segment: { id: segmentId, revision }, text: edit.text });
  }
  return [...last.values()];
}

function textsLeft({ left }: Extract<PendingEdit, { kind: 'delete' }>): string[] {
  return [left.first, left.last].filter((text) => text !== null);
}

/** The result of an edit that has already been applied; null if it has not. */
export function traceOf(
  edit: PendingEdit,
  segments: readonly TimestampedSegment[],
): TimestampedSegment[] | null {
  if (edit.kind === 'delete') {
    const { segmentId, lastId, left } = edit;
    const concerned = new Set(idsOf(edit));
    const found = segments.filter(({ id }) => concerned.has(id));
    const texts = new Map([
      [segmentId, left.first],
      [lastId, left.last],
    ]);
    const isDone =
      found.length === textsLeft(edit).length && found.every(({ id, text }) => texts.get(id) === text);
    return isDone ? found : null;
  }
  const index = segments.findIndex(({ id }) => id === edit.segmentId);
  const first = segments[index];
  const second = segments[index + 1];
  if (!first) return null;
  if (edit.kind === 'join') return segments.some(({ id }) => id === edit.nextId) ? null : [first];
  const isSplit = edit.kind === 'split' && first.text === edit.before && second?.text === edit.after;
  return isSplit && second ? [first, second] : null;
}
