import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/endpoint.ts';
import type { TranscriptId } from '#contract/ids.ts';
import {
  createNote,
  createReply,
  deleteNote,
  deleteReply,
  listNotes,
  updateNote,
  updateReply,
} from '#contract/notes.ts';
import { call } from '#web/lib/api.ts';
import { allNotes } from './note-pages.ts';

export const NOTES_KEY = ['notes'] as const;

/** The highlights and comments of a transcript, in order of time. */
export const notesQuery = (id: TranscriptId) =>
  queryOptions({
    queryKey: [...NOTES_KEY, id],
    queryFn: ({ signal }) =>
      allNotes((after) =>
        call(listNotes, { params: { id }, query: after === null ? {} : { after }, signal }),
      ),
  });

const meta = { invalidates: [NOTES_KEY] };

export const createNoteMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof createNote>) => call(createNote, input),
  meta,
});

export const updateNoteMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof updateNote>) => call(updateNote, input),
  meta,
});

export const deleteNoteMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof deleteNote>) => call(deleteNote, input),
  meta,
});

export const createReplyMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof createReply>) => call(createReply, input),
  meta,
});

export const updateReplyMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof updateReply>) => call(updateReply, input),
  meta,
});

export const deleteReplyMutation = mutationOptions({
  mutationFn: (input: InputOf<typeof deleteReply>) => call(deleteReply, input),
  meta,
});
