import type { z } from 'zod';
import {
  type Edit,
  type EditResult,
  editTranscript,
  listHistory,
  redoEdit,
  restoreEdit,
  undoEdit,
} from '#contract/edits.ts';
import type { TranscriptId } from '#contract/ids.ts';
import { getTranscript, getWords } from '#contract/transcripts.ts';
import type { Person } from './person.ts';

/** What somebody who edits a transcript does over HTTP. */
export function editorOf(person: Person, id: TranscriptId) {
  const params = { id };
  const view = () => person.call(getTranscript, { params });
  return {
    view,
    texts: async () => (await view()).timestampedTranscript.map(({ text }) => text),
    segments: async () => (await view()).timestampedTranscript,
    segment: async (index: number) => {
      const segment = (await view()).timestampedTranscript[index];
      if (!segment) throw new Error(`There is no segment ${index}.`);
      return segment;
    },
    words: async () => (await person.call(getWords, { params })).segments,
    edit: (body: z.input<typeof Edit>): Promise<EditResult> => person.call(editTranscript, { params, body }),
    undo: () => person.call(undoEdit, { params }),
    redo: () => person.call(redoEdit, { params }),
    history: async (query = {}) => (await person.call(listHistory, { params, query })).entries,
    restoreAll: (editId: number) =>
      person.call(restoreEdit, { params: { id, editId }, body: { scope: 'everything' } }),
    restoreOne: (editId: number, segmentId: number) =>
      person.call(restoreEdit, { params: { id, editId }, body: { scope: 'segment', segmentId } }),
  };
}

/** A segment as an edit names it. */
export const refOf = ({ id, revision }: { id: number; revision: number }) => ({ id, revision });
