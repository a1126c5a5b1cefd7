import { NOTE_REPLIES_PAGE_SIZE, NOTES_PAGE_SIZE } from '#contract/limits.ts';
import type { Deps } from '../../deps.ts';
import type { ReadableTranscript } from '../transcripts/access.ts';
import {
  type ListedNote,
  type ListedReply,
  listNoteRows,
  listReplyRows,
  type NotesPlace,
} from './queries.ts';

/** Some notes with some of their replies, and where the next ones begin; null if there are none. */
export interface NotesPage {
  rows: ListedNote[];
  replies: ListedReply[];
  next: string | null;
}

/** As many notes and replies of a transcript as a page has, after the `next` of the page before. */
export async function readPage(
  { db }: Pick<Deps, 'db'>,
  { id }: ReadableTranscript,
  cursor: string | undefined,
): Promise<NotesPage> {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const found = await listNoteRows(db, id, { after, limit: NOTES_PAGE_SIZE + 1 });
  const rows = found.slice(0, NOTES_PAGE_SIZE);
  const some = await listReplyRows(
    db,
    rows.map((row) => row.id),
    { after, limit: NOTE_REPLIES_PAGE_SIZE + 1 },
  );
  const replies = some.slice(0, NOTE_REPLIES_PAGE_SIZE);
  const last = replies.at(-1);
  if (some.length > replies.length && last) {
    const end = rows.findIndex((row) => row.id === last.noteId);
    const row = rows[end];
    return { rows: rows.slice(0, end + 1), replies, next: row ? cursorOf(row, last) : null };
  }
  const row = found.length > rows.length ? rows.at(-1) : undefined;
  return { rows, replies, next: row ? cursorOf(row) : null };
}

function cursorOf({ startMs, id }: ListedNote, reply?: ListedReply): string {
  return [startMs, id, ...(reply ? [reply.id] : [])].join('-');
}

function placeOf(cursor: string): NotesPlace {
  const [startMs = 0, noteId = 0, replyId] = cursor.split('-').map(Number);
  return { startMs, noteId, replyId };
}
