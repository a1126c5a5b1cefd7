import type { Note } from '#contract/notes.ts';

/** What the list of notes can be narrowed to. */
export const NOTE_FILTERS = {
  all: 'All',
  highlights: 'Highlights',
  comments: 'Comments',
  open: 'Open',
} as const;
export type NoteFilter = keyof typeof NOTE_FILTERS;

/** Whether a note is in the narrowed list. Open are the comments that nobody has resolved. */
export function isShown(
  { kind, resolvedBy }: Pick<Note, 'kind' | 'resolvedBy'>,
  filter: NoteFilter,
): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'highlights':
      return kind === 'highlight';
    case 'comments':
      return kind === 'comment';
    case 'open':
      return kind === 'comment' && resolvedBy === null;
  }
}
