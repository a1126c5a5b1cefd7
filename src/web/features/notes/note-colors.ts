import type { Note, NoteColor } from '#contract/notes.ts';

/** The colors' names as people read them. */
export const COLOR_NAMES: Readonly<Record<NoteColor, string>> = {
  yellow: 'yellow',
  green: 'green',
  blue: 'blue',
  pink: 'pink',
  purple: 'purple',
};

/** The class that gives an element the color of a note. */
export function noteClass({ color }: Pick<Note, 'color'>): string {
  return `note-${color ?? 'comment'}`;
}
