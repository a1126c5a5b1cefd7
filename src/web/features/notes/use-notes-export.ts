import type { Note } from '#contract/notes.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { readableNotes } from '#domain/exports/notes.ts';
import type { NotesFormat } from '#web/exports/export-task.ts';
import { runExport } from '#web/exports/run-export.ts';
import { useSavedFile } from '#web/exports/use-saved-file.ts';

/** Makes a file of notes and saves it. */
export function useNotesExport({ title, language }: Pick<Transcript, 'title' | 'language'>) {
  const { isRunning, save } = useSavedFile();
  return {
    isRunning,
    save: (notes: readonly Note[], format: NotesFormat) => {
      const readable = readableNotes({ title, language, notes });
      return save(`${title} notes`, format, (signal) =>
        runExport<'notes'>({ kind: 'notes', format, readable }, signal),
      );
    },
  };
}
