import type { NoteColor } from '#contract/notes.ts';
import { noteClass } from './note-colors.ts';

/** A dot in the color of a highlight. */
export function ColorDot({ color }: { color: NoteColor }) {
  return (
    <span
      aria-hidden="true"
      className={`${noteClass({ color })} size-4.5 shrink-0 rounded-full border border-line-strong/60 bg-(--note) forced-color-adjust-none`}
    />
  );
}
