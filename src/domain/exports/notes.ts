import type { Note, NoteColor } from '#contract/notes.ts';
import { formatTime } from '../timecode.ts';
import { cleanText } from './clean-text.ts';
import { counted, type ReadableDocument, type ReadableParagraph } from './readable.ts';

/** The parts of a note that a file has. */
export type ExportedNote = Pick<
  Note,
  'kind' | 'color' | 'text' | 'author' | 'resolvedBy' | 'quote' | 'state' | 'start'
> & { replies: readonly Pick<Note['replies'][number], 'text' | 'author'>[] };

interface NotesSource {
  /** Of the transcript. */
  title: string;
  language: string | null;
  notes: readonly ExportedNote[];
}

/** The speaker color that is nearest to a highlight's, 1 to 8. */
const PRINTED_AS: Readonly<Record<NoteColor, number>> = { yellow: 3, green: 2, blue: 1, pink: 4, purple: 5 };
const COMMENT_PRINTED_AS = 6;

/** Lays notes out for reading: each with what it is, its author and time, its words, its text and its replies. */
export function readableNotes({ title, language, notes }: NotesSource): ReadableDocument {
  const highlights = notes.filter(({ kind }) => kind === 'highlight').length;
  return {
    title: `Notes: ${cleanText(title) || 'Transcript'}`,
    facts: `${counted(highlights, 'highlight')} · ${counted(notes.length - highlights, 'comment')}`,
    language,
    paragraphs: notes.flatMap(paragraphsOf),
  };
}

function paragraphsOf(note: ExportedNote): ReadableParagraph[] {
  const { kind, color, text, author, resolvedBy, quote, state, start, replies } = note;
  const what = kind === 'comment' ? 'Comment' : `Highlight in ${color ?? 'yellow'}`;
  const heading = {
    speaker: cleanText(`${what} by ${author.name}${resolvedBy === null ? '' : ', resolved'}`),
    color: color === null ? COMMENT_PRINTED_AS : PRINTED_AS[color],
    time: formatTime(start),
  };
  const lines = [
    ...text.split('\n'),
    ...replies.flatMap((reply) => `${reply.author.name}: ${reply.text}`.split('\n')),
    ...(state === 'gone' ? ['(The words of this note are gone.)'] : []),
  ];
  return [
    { heading, text: `“${cleanText(quote)}”` },
    ...lines
      .map((line) => ({ heading: null, text: cleanText(line), isRemark: true as const }))
      .filter(({ text }) => text !== ''),
  ];
}
