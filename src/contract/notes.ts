import { z } from 'zod';
import { Success } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { NoteId, ReplyId, SegmentId, TranscriptId } from './ids.ts';
import { MAX_NOTE_LENGTH, MAX_NOTE_SEGMENTS } from './limits.ts';

/** The colors of highlights, in the order in which they are offered. */
export const NoteColor = z.enum(['yellow', 'green', 'blue', 'pink', 'purple']);
export type NoteColor = z.infer<typeof NoteColor>;

/** A highlight marks words in a color, and may have a text. A comment is a text about words, which people answer and resolve. */
export const NoteKind = z.enum(['highlight', 'comment']);
export type NoteKind = z.infer<typeof NoteKind>;

/** A stretch of one segment's text at that revision: UTF-16 offsets, end exclusive. */
export const NotePart = z.object({
  segment: z.object({ id: SegmentId, revision: z.int() }),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
});
export type NotePart = z.infer<typeof NotePart>;

const Author = z.object({ name: z.string(), isYou: z.boolean() });

export const NoteReply = z.object({
  id: ReplyId,
  text: z.string(),
  author: Author,
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  /** What the caller may do with it. */
  abilities: z.object({ edit: z.boolean(), delete: z.boolean() }),
});
export type NoteReply = z.infer<typeof NoteReply>;

export const Note = z.object({
  id: NoteId,
  kind: NoteKind,
  /** Null for comments. */
  color: NoteColor.nullable(),
  /** Empty for a highlight without a text. */
  text: z.string(),
  author: Author,
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  /** Who resolved a comment; null while it is open. */
  resolvedBy: z.string().nullable(),
  /** The words as they were when the note was made. */
  quote: z.string(),
  /**
   * Where the words are now. 'same': unchanged. 'changed': edited since, but most of them are still there. 'gone': deleted or replaced; then
   * `parts` is empty and the times are those of when the note was made.
   */
  state: z.enum(['same', 'changed', 'gone']),
  /** One stretch for each segment, in order, with its text. */
  parts: z.array(NotePart.extend({ text: z.string() })),
  /** Seconds. */
  start: z.number(),
  end: z.number(),
  /** In order of time; only comments have replies. */
  replies: z.array(NoteReply),
  /** What the caller may do with it. */
  abilities: z.object({ edit: z.boolean(), resolve: z.boolean(), delete: z.boolean() }),
});
export type Note = z.infer<typeof Note>;

const plainText = (text: string) => text.toWellFormed().replaceAll('\0', '');
const tooLong = `A note can have at most ${MAX_NOTE_LENGTH.toLocaleString('en')} characters.`;

/** The text of a comment or a reply. */
export const NoteText = z
  .string()
  .trim()
  .overwrite(plainText)
  .min(1, 'Please write something.')
  .max(MAX_NOTE_LENGTH, tooLong);

/** The text of a highlight, which may be empty. */
export const HighlightText = z.string().trim().overwrite(plainText).max(MAX_NOTE_LENGTH, tooLong);

/** The words that a note is made on: a stretch of each segment, in order. Any other revision is refused with 409 'note_words_changed'. */
const Parts = z
  .array(NotePart)
  .min(1)
  .max(MAX_NOTE_SEGMENTS, 'This is too much text for one note. Select less.');

export const NewNote = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('highlight'),
    parts: Parts,
    color: NoteColor,
    text: HighlightText.default(''),
  }),
  z.object({ kind: z.literal('comment'), parts: Parts, text: NoteText }),
]);
export type NewNote = z.infer<typeof NewNote>;

const ById = z.object({ id: TranscriptId });
const OfNote = ById.extend({ noteId: NoteId });
const OfReply = OfNote.extend({ replyId: ReplyId });

/** Where a page of notes ends: the start and id of its last note, and its last reply if more of them follow. */
const NotesCursor = z.string().regex(/^\d{1,9}(-\d{1,9}){1,2}$/);

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/transcripts/:id/notes',
  summary:
    'A page of the highlights and comments of a transcript, in order of the time at which they were made, with where their words are now. A note whose replies go on is on the next page once more, with those.',
  caller: 'signed-in',
  scope: 'read',
  withinProject: true,
  params: ById,
  query: z.object({
    /** The `next` of the page before. */
    after: NotesCursor.optional(),
  }),
  response: z.object({
    notes: z.array(Note),
    /** Where the next page begins; null after the last one. */
    next: NotesCursor.nullable(),
  }),
});

export const createNote = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/notes',
  summary:
    "Highlight words, or comment on them. Highlighting the same words again changes the color of the caller's highlight.",
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  status: 201,
  params: ById,
  body: NewNote,
  response: Note,
});

export const updateNote = endpoint({
  method: 'PATCH',
  path: '/api/transcripts/:id/notes/:noteId',
  summary:
    'Change the fields that are given: the text or a highlight’s color (its author), or whether a comment is resolved (its author, and those who may edit).',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: OfNote,
  body: z.object({
    text: HighlightText.optional(),
    color: NoteColor.optional(),
    isResolved: z.boolean().optional(),
  }),
  response: Note,
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/transcripts/:id/notes/:noteId',
  summary: "Delete a note with its replies: its author, and the transcript's owner.",
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: OfNote,
  response: Success,
});

export const createReply = endpoint({
  method: 'POST',
  path: '/api/transcripts/:id/notes/:noteId/replies',
  summary: 'Reply to a comment.',
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  status: 201,
  params: OfNote,
  body: z.object({ text: NoteText }),
  response: Note,
});

export const updateReply = endpoint({
  method: 'PATCH',
  path: '/api/transcripts/:id/notes/:noteId/replies/:replyId',
  summary: "Change the text of the caller's own reply.",
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: OfReply,
  body: z.object({ text: NoteText }),
  response: Note,
});

export const deleteReply = endpoint({
  method: 'DELETE',
  path: '/api/transcripts/:id/notes/:noteId/replies/:replyId',
  summary: "Delete a reply: its author, and the transcript's owner.",
  caller: 'signed-in',
  scope: 'write',
  withinProject: true,
  params: OfReply,
  response: Note,
});
