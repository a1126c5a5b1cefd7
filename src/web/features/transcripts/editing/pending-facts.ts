import type { Edit } from '#contract/edits.ts';
import type { TimestampedSegment } from '#contract/segments.ts';
import { joinTexts, type PendingEdit } from './pending-edits.ts';

/** As the server wants it. */
export function toEdit(edit: PendingEdit): Edit {
  const segment = { id: edit.segmentId, revision: edit.revision };
  switch (edit.kind) {
    case 'text':
      return { kind: 'text', segment, text: edit.text };
    case 'split':
      return { kind: 'split', segment, before: edit.before, after: edit.after };
    case 'join':
      return { kind: 'join', segment, next: { id: edit.nextId, revision: edit.nextRevision } };
  }
}

/** The segments that an edit is about, as they are called now. */
export function idsOf(edit: PendingEdit): number[] {
  switch (edit.kind) {
    case 'text':
      return [edit.segmentId];
    case 'split':
      return [edit.segmentId, edit.newId];
    case 'join':
      return [edit.segmentId, edit.nextId];
  }
}

/** What stands in the segment once it is done. */
export function textOfEdit(edit: PendingEdit): string {
  if (edit.kind === 'join') return '';
  return edit.kind === 'text' ? edit.text : joinTexts(edit.before, edit.after);
}

/** What an edit has left where it was done already; null where it was not. */
export function traceOf(
  edit: PendingEdit,
  segments: readonly TimestampedSegment[],
): TimestampedSegment[] | null {
  const index = segments.findIndex(({ id }) => id === edit.segmentId);
  const first = segments[index];
  const second = segments[index + 1];
  if (!first) return null;
  if (edit.kind === 'join') return segments.some(({ id }) => id === edit.nextId) ? null : [first];
  const isSplit = edit.kind === 'split' && first.text === edit.before && second?.text === edit.after;
  return isSplit && second ? [first, second] : null;
}
