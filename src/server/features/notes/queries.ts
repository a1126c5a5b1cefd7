import { and, asc, count, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Span } from '#domain/retime.ts';
import type { PlacedSegment } from '#domain/segments.ts';
import type { Db, Tx } from '../../db/client.ts';
import { noteReplies, notes, SEGMENT_COLUMNS, segments, users } from '../../db/schema/index.ts';
import type { StoredSegment } from '../../work/tasks.ts';

export type NoteRow = typeof notes.$inferSelect;
export type ReplyRow = typeof noteReplies.$inferSelect;
export type Name = Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email'>;
export type ListedNote = NoteRow & { author: Name | null; resolver: Name | null };
export type ListedReply = ReplyRow & { author: Name | null };

const resolvers = alias(users, 'resolvers');
const IN_ORDER = [asc(segments.position), asc(segments.startMs), asc(segments.id)];

/** Where a page of notes ends: after a note, or after one of its replies. */
export interface NotesPlace {
  startMs: number;
  noteId: number;
  replyId?: number | undefined;
}

/** The first notes of a transcript after a place, in order of the time at which they were made, or a single one. */
export async function listNoteRows(
  db: Db | Tx,
  transcriptId: number,
  { noteId, after, limit }: { noteId?: number | undefined; after?: NotesPlace | undefined; limit: number },
): Promise<ListedNote[]> {
  const key = sql`(${notes.startMs}, ${notes.id})`;
  const rows = await db
    .select({ note: notes, author: users, resolver: resolvers })
    .from(notes)
    .leftJoin(users, eq(users.id, notes.userId))
    .leftJoin(resolvers, eq(resolvers.id, notes.resolvedBy))
    .where(
      and(
        eq(notes.transcriptId, transcriptId),
        noteId === undefined ? undefined : eq(notes.id, noteId),
        // A note whose replies go on comes once more.
        after &&
          sql`${key} ${sql.raw(after.replyId === undefined ? '>' : '>=')} (${after.startMs}, ${after.noteId})`,
      ),
    )
    .orderBy(asc(notes.startMs), asc(notes.id))
    .limit(limit);
  return rows.map(({ note, author, resolver }) => ({ ...note, author, resolver }));
}

/** The first replies to these notes after a place, in order of the notes, oldest first. */
export async function listReplyRows(
  db: Db | Tx,
  noteIds: readonly number[],
  { after, limit }: { after?: NotesPlace | undefined; limit: number },
): Promise<ListedReply[]> {
  const rows = await db
    .select({ reply: noteReplies, author: users })
    .from(noteReplies)
    .innerJoin(notes, eq(notes.id, noteReplies.noteId))
    .leftJoin(users, eq(users.id, noteReplies.userId))
    .where(
      and(
        inArray(notes.id, [...noteIds]),
        after?.replyId === undefined
          ? undefined
          : or(ne(notes.id, after.noteId), gt(noteReplies.id, after.replyId)),
      ),
    )
    .orderBy(asc(notes.startMs), asc(notes.id), asc(noteReplies.id))
    .limit(limit);
  return rows.map(({ reply, author }) => ({ ...reply, author }));
}

/** How many notes a transcript has, and how many of them are a user's own. */
export async function countNotes(
  tx: Tx,
  { transcriptId, userId }: { transcriptId: number; userId: number },
): Promise<{ all: number; own: number }> {
  const [row] = await tx
    .select({ all: count(), own: sql<number>`count(*) filter (where ${notes.userId} = ${userId})::int` })
    .from(notes)
    .where(eq(notes.transcriptId, transcriptId));
  return row ?? { all: 0, own: 0 };
}

/** The same for the replies to its notes. */
export async function countReplies(
  tx: Tx,
  { transcriptId, userId }: { transcriptId: number; userId: number },
): Promise<{ all: number; own: number }> {
  const [row] = await tx
    .select({
      all: count(),
      own: sql<number>`count(*) filter (where ${noteReplies.userId} = ${userId})::int`,
    })
    .from(noteReplies)
    .innerJoin(notes, eq(notes.id, noteReplies.noteId))
    .where(eq(notes.transcriptId, transcriptId));
  return row ?? { all: 0, own: 0 };
}

/** The user's highlight of exactly this stretch. */
export async function findHighlight(
  tx: Tx,
  { transcriptId, userId, parts }: { transcriptId: number; userId: number; parts: NoteRow['parts'] },
): Promise<NoteRow | undefined> {
  const [row] = await tx
    .select()
    .from(notes)
    .where(
      and(
        eq(notes.transcriptId, transcriptId),
        eq(notes.userId, userId),
        eq(notes.kind, 'highlight'),
        sql`${notes.parts} = ${JSON.stringify(parts)}::jsonb`,
      ),
    )
    .limit(1);
  return row;
}

export async function findNote(tx: Tx, transcriptId: number, id: number): Promise<NoteRow | undefined> {
  const [row] = await tx
    .select()
    .from(notes)
    .where(and(eq(notes.id, id), eq(notes.transcriptId, transcriptId)));
  return row;
}

export async function findReply(tx: Tx, noteId: number, id: number): Promise<ReplyRow | undefined> {
  const [row] = await tx
    .select()
    .from(noteReplies)
    .where(and(eq(noteReplies.id, id), eq(noteReplies.noteId, noteId)));
  return row;
}

/** Returns the new note's id. */
export async function insertNote(tx: Tx, row: typeof notes.$inferInsert): Promise<number> {
  const [inserted] = await tx.insert(notes).values(row).returning({ id: notes.id });
  if (!inserted) throw new Error('The database returned no row for an insert.');
  return inserted.id;
}

export async function changeNote(
  tx: Tx,
  id: number,
  change: Partial<typeof notes.$inferInsert>,
): Promise<void> {
  await tx.update(notes).set(change).where(eq(notes.id, id));
}

export async function deleteNoteRow(tx: Tx, id: number): Promise<void> {
  await tx.delete(notes).where(eq(notes.id, id));
}

export async function insertReply(tx: Tx, row: typeof noteReplies.$inferInsert): Promise<void> {
  await tx.insert(noteReplies).values(row);
}

export async function changeReply(
  tx: Tx,
  id: number,
  change: Partial<typeof noteReplies.$inferInsert>,
): Promise<void> {
  await tx.update(noteReplies).set(change).where(eq(noteReplies.id, id));
}

export async function deleteReplyRow(tx: Tx, id: number): Promise<void> {
  await tx.delete(noteReplies).where(eq(noteReplies.id, id));
}

/** Those of these segments that still exist, in order. */
export async function findSegmentsById(
  db: Db | Tx,
  transcriptId: number,
  ids: readonly number[],
): Promise<PlacedSegment[]> {
  return db
    .select(SEGMENT_COLUMNS)
    .from(segments)
    .where(
      and(
        eq(segments.transcriptId, transcriptId),
        sql`${segments.id} = any(${sql.param([...ids])}::bigint[])`,
      ),
    )
    .orderBy(...IN_ORDER);
}

/** These segments and those that are said in any of these spans, in order, with their words as JSON text. */
export async function findSegmentsWithin(
  db: Db | Tx,
  transcriptId: number,
  { spans, ids }: { spans: readonly Span[]; ids: readonly number[] },
): Promise<StoredSegment[]> {
  const froms = spans.map(({ startMs }) => startMs);
  const tos = spans.map(({ endMs }) => endMs);
  return db
    .select({ ...SEGMENT_COLUMNS, words: sql<string>`${segments.words}::text` })
    .from(segments)
    .where(
      and(
        eq(segments.transcriptId, transcriptId),
        sql`(${segments.id} = any(${sql.param([...ids])}::bigint[]) or exists (select from unnest(${sql.param(froms)}::integer[], ${sql.param(tos)}::integer[]) as span(from_ms, to_ms)
          where ${segments.endMs} >= span.from_ms and ${segments.startMs} <= span.to_ms))`,
      ),
    )
    .orderBy(...IN_ORDER);
}
