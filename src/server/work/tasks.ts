import { z } from 'zod';
import type { TaskInputs, TaskKind } from '#ai/extractive/tasks.ts';
import type { PlacedSegment } from '#domain/segments.ts';

/** What costs processor time only, and is done by another process: an analysis without a service, or the large part of an answer, packed. */
export type WorkTask =
  | { [Kind in TaskKind]: { kind: Kind; input: TaskInputs[Kind] } }[TaskKind]
  | { kind: 'pack-text'; segments: readonly Omit<PlacedSegment, 'words'>[] }
  | { kind: 'pack-words'; segments: readonly StoredWords[] };

/** Made by this application for itself: it is not looked through once more. */
export const WorkTask = z.custom<WorkTask>();

export const TaskReply = z.union([z.object({ result: z.unknown() }), z.object({ failure: z.string() })]);
export type TaskReply = z.infer<typeof TaskReply>;

/** The words of a segment as the database gives them: JSON. */
export interface StoredWords {
  id: number;
  revision: number;
  words: string;
}
