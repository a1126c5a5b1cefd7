import { z } from 'zod';
import type { TaskInputs, TaskKind } from '#ai/extractive/tasks.ts';
import type { Segment, Word } from '#contract/segments.ts';
import type { NoteAnchor } from '#domain/note-places.ts';
import type { PlacedSegment } from '#domain/segments.ts';
import type { HeardPassage, SpokenTurn } from '#domain/speakers-again.ts';

/** CPU-bound work that another process does: an analysis without a service, compressing the large part of a response, or finding the words of notes, the speakers of a text, or when the words of a text are said. */
export type WorkTask =
  | { [Kind in TaskKind]: { kind: Kind; input: TaskInputs[Kind] } }[TaskKind]
  | { kind: 'pack-text'; segments: readonly Omit<PlacedSegment, 'words'>[] }
  | { kind: 'pack-words'; segments: readonly StoredWords[] }
  | {
      kind: 'lay-out-captions';
      segments: readonly PlacedSegment[];
      speakerNames: Readonly<Record<string, string>>;
      showSpeakers: boolean;
      language: string | null;
      startMs: number;
      endMs: number;
    }
  | {
      kind: 'find-speakers';
      passages: readonly StoredPassage[];
      turns: readonly SpokenTurn[];
      taken: readonly string[];
    }
  | {
      kind: 'place-words';
      segments: readonly Segment[];
      heard: readonly Word[];
      keepSegments: boolean;
      durationMs: number;
    }
  | {
      kind: 'find-notes';
      segments: readonly StoredSegment[];
      /** Of the text that the segments are of. */
      version: number;
      notes: readonly NoteAnchor[];
    };

/** Made by this application for itself, so not validated again. */
export const WorkTask = z.custom<WorkTask>();

export const TaskReply = z.union([z.object({ result: z.unknown() }), z.object({ failure: z.string() })]);
export type TaskReply = z.infer<typeof TaskReply>;

/** The words of a segment as JSON from the database. */
export interface StoredWords {
  id: number;
  revision: number;
  words: string;
}

/** A passage whose speakers are found anew, with its words as JSON from the database. */
export type StoredPassage = Omit<HeardPassage, 'words'> & { words: string };

/** A segment with its words as JSON from the database. */
export type StoredSegment = Pick<PlacedSegment, 'startMs' | 'endMs' | 'text'> & StoredWords;
