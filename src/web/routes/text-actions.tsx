import type { Note } from '#contract/notes.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { useTakingOut } from '#web/features/clips/use-taking-out.tsx';
import { NoteMarks } from '#web/features/notes/note-marks.tsx';
import { useNoteTaking } from '#web/features/notes/use-note-taking.tsx';
import { SelectionToolbar } from '#web/reading/selection-toolbar.tsx';

interface TextActionsProps {
  transcript: Transcript;
  /** Called when the mark of a note is clicked. */
  onOpenNote: (id: Note['id']) => void;
}

/** What people do with words of the text: the toolbar at selected words, its keys and dialogs, and the marks in the text. */
export function TextActions({ transcript, onOpenNote }: TextActionsProps) {
  const notes = useNoteTaking(transcript);
  const takingOut = useTakingOut(transcript);
  return (
    <>
      <NoteMarks id={transcript.id} onOpen={onOpenNote} />
      <SelectionToolbar actions={[...notes.actions, ...takingOut]} />
      {notes.dialog}
    </>
  );
}
