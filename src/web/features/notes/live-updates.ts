import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/events.ts';
import { NOTES_KEY, notesQuery } from './data.ts';

/** Refetches notes after an event: they have changed, or an edit may have moved their words. */
export function applyToNotes(queryClient: QueryClient, event: LiveEvent): void {
  if (event.type === 'notes.changed' || event.type === 'transcript.changed')
    void queryClient.invalidateQueries({ queryKey: notesQuery(event.id).queryKey });
}

/** Refetches all notes after an interruption of the event stream. */
export function catchUpNotes(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: NOTES_KEY });
}
