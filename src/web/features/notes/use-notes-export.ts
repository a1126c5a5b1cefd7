import { useEffect, useRef, useState } from 'react';
import type { Note } from '#contract/notes.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { exportFilename } from '#domain/exports/filename.ts';
import { FORMATS } from '#domain/exports/formats.ts';
import { readableNotes } from '#domain/exports/notes.ts';
import type { NotesFormat } from '#web/exports/export-task.ts';
import { runExport } from '#web/exports/run-export.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/ui/toast-store.ts';

/** Makes a file of notes and saves it. Unmounting the component cancels it. */
export function useNotesExport({ title, language }: Pick<Transcript, 'title' | 'language'>) {
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function save(notes: readonly Note[], format: NotesFormat): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    const { type, extension, name } = FORMATS[format];
    try {
      const readable = readableNotes({ title, language, notes });
      const content = await runExport<'notes'>({ kind: 'notes', format, readable }, controller.signal);
      saveFile(exportFilename(`${title} notes`, extension), new Blob([content], { type }));
      toast({ title: 'Downloaded!' });
    } catch {
      if (!controller.signal.aborted)
        toast({ title: 'Error', description: `Failed to export ${name}`, variant: 'destructive' });
    } finally {
      if (running.current === controller) setIsRunning(false);
    }
  }

  return { isRunning, save };
}
