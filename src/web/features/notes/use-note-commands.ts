import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TranscriptId } from '#contract/ids.ts';
import type { Note, NoteColor, NoteReply } from '#contract/notes.ts';
import { showFailure } from '#web/ui/show-failure.ts';
import { toast } from '#web/ui/toast-store.ts';
import {
  createNoteMutation,
  createReplyMutation,
  deleteNoteMutation,
  deleteReplyMutation,
  updateNoteMutation,
  updateReplyMutation,
} from './data.ts';

export type NoteCommands = ReturnType<typeof useNoteCommands>;

const FAILED = 'This could not be saved. Please try again.';

/** What people do with existing notes. Those that return a promise reject if it failed; the others show a toast. */
export function useNoteCommands(id: TranscriptId) {
  const { mutateAsync: create } = useMutation(createNoteMutation);
  const { mutateAsync: update } = useMutation(updateNoteMutation);
  const { mutateAsync: remove } = useMutation(deleteNoteMutation);
  const { mutateAsync: reply } = useMutation(createReplyMutation);
  const { mutateAsync: updateReply } = useMutation(updateReplyMutation);
  const { mutateAsync: removeReply } = useMutation(deleteReplyMutation);
  return useMemo(() => {
    const paramsOf = (note: Note) => ({ id, noteId: note.id });
    const showing = (doing: Promise<unknown>) => doing.catch((error: unknown) => showFailure(error, FAILED));

    return {
      update: (note: Note, body: { text: string }) => update({ params: paramsOf(note), body }),
      recolor: (note: Note, color: NoteColor) =>
        void showing(update({ params: paramsOf(note), body: { color } })),
      resolve: (note: Note, isResolved: boolean) =>
        void showing(update({ params: paramsOf(note), body: { isResolved } })),
      reply: (note: Note, text: string) => reply({ params: paramsOf(note), body: { text } }),
      updateReply: (note: Note, { id: replyId }: NoteReply, text: string) =>
        updateReply({ params: { ...paramsOf(note), replyId }, body: { text } }),
      remove: (note: Note) => void showing(remove({ params: paramsOf(note) })),
      removeReply: (note: Note, { id: replyId }: NoteReply) =>
        void showing(removeReply({ params: { ...paramsOf(note), replyId } })),
      /** Removes a highlight; the toast offers to make it again. */
      removeHighlight: (note: Note) =>
        void showing(
          remove({ params: paramsOf(note) }).then(() => {
            const parts = note.parts.map(({ text: _, ...part }) => part);
            const color = note.color ?? 'yellow';
            const body = { kind: 'highlight', color, parts } as const;
            const run = () => void showing(create({ params: { id }, body }));
            toast({ title: 'Highlight removed', action: { label: 'Undo', run } });
          }),
        ),
    };
  }, [id, create, update, remove, reply, updateReply, removeReply]);
}
