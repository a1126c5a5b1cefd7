import { useQuery } from '@tanstack/react-query';
import type { TranscriptId } from '#contract/ids.ts';
import { notesQuery } from './data.ts';

/** How many highlights and comments a transcript has; nothing until it is known. */
export function NoteCount({ id }: { id: TranscriptId }) {
  const { data: notes } = useQuery(notesQuery(id));
  return notes && notes.length > 0 ? notes.length.toLocaleString('en') : null;
}
