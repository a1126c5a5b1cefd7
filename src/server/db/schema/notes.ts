import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import type { NoteColor, NoteKind } from '#contract/notes.ts';
import type { NotePart } from '#domain/placed-terms.ts';
import { createdAt, moment } from './columns.ts';
import { transcripts } from './transcripts.ts';
import { users } from './users.ts';

/** Highlights and comments. Where their words are now is computed when they are read (domain/note-places.ts). */
export const notes = pgTable(
  'notes',
  {
    id: serial().primaryKey(),
    transcriptId: integer()
      .notNull()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    /** Who made it. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    kind: text().$type<NoteKind>().notNull(),
    /** Null for comments. */
    color: text().$type<NoteColor>(),
    text: text().notNull(),
    /** The text normalized as in domain/normalize-text.ts, for searching. */
    normalized: text().notNull(),
    /** The words when the note was made, their place and times, and the version of the text. */
    quote: text().notNull(),
    parts: jsonb().$type<NotePart[]>().notNull(),
    startMs: integer().notNull(),
    endMs: integer().notNull(),
    version: integer().notNull(),
    /** When a comment was resolved; null while it is open. */
    resolvedAt: moment(),
    resolvedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    editedAt: moment(),
  },
  (table) => [
    index('notes_transcript').on(table.transcriptId, table.startMs),
    check('notes_color', sql`(${table.kind} = 'highlight') = (${table.color} is not null)`),
  ],
);

/** Replies to comments, in order of id. */
export const noteReplies = pgTable(
  'note_replies',
  {
    id: serial().primaryKey(),
    noteId: integer()
      .notNull()
      .references(() => notes.id, { onDelete: 'cascade' }),
    /** Who wrote it. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    /** As in notes. */
    normalized: text().notNull(),
    createdAt: createdAt(),
    editedAt: moment(),
  },
  (table) => [index('note_replies_note').on(table.noteId, table.id)],
);
