import type { HistoryEntry, SegmentChange } from '#contract/edits.ts';
import { namesChanged } from './names.ts';
import type { ListedEdit, SegmentState, StoredChange } from './queries.ts';

export function presentEdit(row: ListedEdit): HistoryEntry {
  return {
    id: row.id,
    kind: row.kind,
    author: row.author ?? 'Somebody whose account is gone',
    at: row.createdAt.toISOString(),
    isUndone: row.isUndone,
    changeCount: row.changeCount,
    changes: row.changes.map(presentChange),
    names: row.names ? namesChanged(row.names) : [],
  };
}

function presentChange({ id, before, after }: StoredChange): SegmentChange {
  return {
    segmentId: id,
    start: ((after ?? before)?.startMs ?? 0) / 1000,
    before: presentState(before),
    after: presentState(after),
  };
}

function presentState(state: SegmentState | null): SegmentChange['before'] {
  return (
    state && {
      speaker: state.speaker,
      text: state.text,
      start: state.startMs / 1000,
      end: state.endMs / 1000,
    }
  );
}
