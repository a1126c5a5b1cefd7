import type { Transcript } from '#contract/transcripts.ts';
import { useTakingOut } from '#web/features/clips/use-taking-out.tsx';
import { NoteMarks } from '#web/features/notes/note-marks.tsx';
import { useNoteTaking } from '#web/features/notes/use-note-taking.tsx';
import { SelectionToolbar } from '#web/reading/selection-toolbar.tsx';

/** What people do with words of the text: the toolbar at selected words, its keys and dialogs, and the marks in the text. */
export function TextActions({ transcript }: { transcript: Transcript }) {
  const notes = useNoteTaking(transcript);
  const takingOut = useTakingOut(transcript);
  return (
    <>
      <NoteMarks id={transcript.id} />
      <SelectionToolbar actions={[...notes.actions, ...takingOut]} />
      {notes.dialog}
    </>
  );
}
