import type { TaskInputs, TaskKind } from '#ai/extractive/tasks.ts';
import type { PlacedSegment } from '#domain/segments.ts';

/** What threads can do: an analysis without a service, or the large part of an answer, packed. */
export type ThreadTask =
  | { [Kind in TaskKind]: { kind: Kind; input: TaskInputs[Kind] } }[TaskKind]
  | { kind: 'pack-text'; segments: readonly Omit<PlacedSegment, 'words'>[] }
  | { kind: 'pack-words'; segments: readonly StoredWords[] };

/** The words of a segment as the database gives them: JSON. */
export interface StoredWords {
  id: number;
  revision: number;
  words: string;
}
