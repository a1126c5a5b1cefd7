import type { Note } from '#contract/notes.ts';

/** A page of notes, and where the next one begins. */
export interface NotesPage {
  notes: Note[];
  next: string | null;
}

/** All notes, page by page, in order of time; a note that is on several pages with its replies is one. */
export async function allNotes(read: (after: string | null) => Promise<NotesPage>): Promise<Note[]> {
  const notes = new Map<Note['id'], Note>();
  let after: string | null = null;
  do {
    const page: NotesPage = await read(after);
    for (const note of page.notes) {
      const begun = notes.get(note.id);
      notes.set(note.id, begun ? { ...note, replies: [...begun.replies, ...note.replies] } : note);
    }
    after = page.next;
  } while (after !== null);
  return [...notes.values()].toSorted((a, b) => a.start - b.start || a.id - b.id);
}
