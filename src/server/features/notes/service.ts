import { type NoteId, type ReplyId, TranscriptId } from '#contract/ids.ts';
import {
  MAX_NOTE_QUOTE_LENGTH,
  MAX_NOTE_REPLIES,
  MAX_NOTES,
  MAX_OWN_NOTE_REPLIES,
  MAX_OWN_NOTES,
} from '#contract/limits.ts';
import type { NewNote, Note, NoteColor, NotePart } from '#contract/notes.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { joinQuote, type NoteAnchor, timesOfStretch } from '#domain/note-places.ts';
import { roomForMore } from '#domain/room-for-more.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import {
  type CommentableTranscript,
  lockCommentableTranscript,
  type ReadableTranscript,
  requireReadableTranscript,
} from '../transcripts/access.ts';
import { notifyReaders, segmentsNow, viewRights } from '../transcripts/service.ts';
import { type NoteInReach, requireNote, requireReply } from './access.ts';
import { findPlaces } from './find-places.ts';
import { type NotesPage, readPage } from './pages.ts';
import { presentNote, type Viewer } from './present.ts';
import {
  changeNote,
  changeReply,
  countNotes,
  countReplies,
  deleteNoteRow,
  deleteReplyRow,
  findHighlight,
  findSegmentsById,
  insertNote,
  insertReply,
  listNoteRows,
  listReplyRows,
} from './queries.ts';

type ServiceDeps = Pick<Deps, 'db' | 'clock' | 'events' | 'work'>;

/** Who does something to a transcript's notes, for as long as the signal says that somebody waits for the answer. */
interface Doer {
  actor: Actor;
  id: TranscriptId;
  signal: AbortSignal;
}

/**
 * A page of a transcript's notes, in order of the time at which they were made, and where the next one begins. Throws
 * 'transcript_not_found' for a caller who may no longer read it.
 */
export async function viewNotes(
  deps: Pick<Deps, 'db' | 'work'>,
  transcript: ReadableTranscript,
  { actor, signal, after }: Pick<Doer, 'actor' | 'signal'> & { after: string | undefined },
): Promise<{ notes: Note[]; next: string | null }> {
  const { abilities } = await viewRights(deps, actor, transcript);
  const page = await readPage(deps, transcript, after);
  const notes = await presentNotes(deps, transcript, { ...page, actor, rights: abilities, signal });
  return { notes, next: page.next };
}

/**
 * Adds a note, or changes the color of the caller's own highlight of the same words. Throws 'transcript_not_completed',
 * 'note_words_changed', 'note_without_words', 'note_quote_too_long', 'too_many_notes', 'too_many_own_notes', and what `lockCommentableTranscript` throws.
 */
export async function addNote(
  deps: ServiceDeps,
  { actor, id, signal }: Doer,
  { parts, ...wanted }: NewNote,
): Promise<Note> {
  const stretch = await readStretch(deps, await requireCompletedTranscript(deps, actor, id), parts);
  const added = await deps.db.transaction(async (tx) => {
    const { transcript, abilities } = await lockCommentableTranscript(tx, actor, id);
    if (transcript.status !== 'completed') throw new AppError('transcript_not_completed');
    const anchor = { ...stretch, version: transcript.version };
    await refuseChanged({ db: tx }, transcript, parts);
    const owner = { transcriptId: id, userId: actor.id };
    const { kind, text } = wanted;
    const color = wanted.kind === 'highlight' ? wanted.color : null;
    const known = color && (await findHighlight(tx, { ...owner, parts: anchor.parts }));
    let noteId: number;
    if (known) {
      noteId = known.id;
      await changeNote(tx, noteId, { color, ...(text === '' ? {} : withText(text)) });
    } else {
      const isOwner = transcript.userId === actor.id;
      const limits = { max: MAX_NOTES, maxOwn: MAX_OWN_NOTES, isOwner };
      const room = roomForMore(await countNotes(tx, owner), limits);
      if (room === 'full') throw new AppError('too_many_notes');
      if (room === 'share') throw new AppError('too_many_own_notes');
      noteId = await insertNote(tx, { ...owner, ...anchor, kind, color, ...withText(text) });
    }
    await announceNotes(deps, tx, transcript);
    return { transcript, rights: abilities, noteId };
  });
  return viewNote(deps, added, { actor, signal });
}

/**
 * Changes the given fields. Throws 'only_author' (text, color), 'forbidden' (resolving), 'note_not_highlight', 'note_not_comment',
 * 'comment_empty', and what `requireNote` throws.
 */
export async function updateNote(
  deps: ServiceDeps,
  { actor, signal, ...of }: Doer & { noteId: NoteId },
  change: {
    text?: string | undefined;
    color?: NoteColor | undefined;
    isResolved?: boolean | undefined;
  },
): Promise<Note> {
  const changed = await deps.db.transaction(async (tx) => {
    const found = await requireNote(tx, actor, of);
    const { transcript, rights, note } = found;
    refuseChange(found, change);
    const { text, color, isResolved } = change;
    const isOther = isResolved !== undefined && isResolved !== (note.resolvedAt !== null);
    const values = {
      ...(text === undefined || text === note.text
        ? {}
        : { ...withText(text), editedAt: new Date(deps.clock.now()) }),
      ...(color === undefined ? {} : { color }),
      ...(isOther
        ? {
            resolvedAt: isResolved ? new Date(deps.clock.now()) : null,
            resolvedBy: isResolved ? actor.id : null,
          }
        : {}),
    };
    if (Object.keys(values).length > 0) {
      await changeNote(tx, note.id, values);
      await announceNotes(deps, tx, transcript);
    }
    return { transcript, rights, noteId: note.id };
  });
  return viewNote(deps, changed, { actor, signal });
}

/** Deletes a note with its replies. Throws 'only_author', and what `requireNote` throws. */
export async function removeNote(
  deps: ServiceDeps,
  { actor, ...of }: { actor: Actor; id: TranscriptId; noteId: NoteId },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { transcript, note, abilities } = await requireNote(tx, actor, of);
    if (!abilities.delete) throw new AppError('only_author');
    await deleteNoteRow(tx, note.id);
    await announceNotes(deps, tx, transcript);
  });
}

/** Replies to a comment. Throws 'note_not_comment', 'too_many_replies', 'too_many_own_replies', and what `requireNote` throws. */
export async function addReply(
  deps: ServiceDeps,
  { actor, signal, ...of }: Doer & { noteId: NoteId },
  text: string,
): Promise<Note> {
  const changed = await deps.db.transaction(async (tx) => {
    const { transcript, rights, note } = await requireNote(tx, actor, of);
    if (note.kind !== 'comment') throw new AppError('note_not_comment');
    const isOwner = transcript.userId === actor.id;
    const limits = { max: MAX_NOTE_REPLIES, maxOwn: MAX_OWN_NOTE_REPLIES, isOwner };
    const replies = await countReplies(tx, { transcriptId: transcript.id, userId: actor.id });
    const room = roomForMore(replies, limits);
    if (room === 'full') throw new AppError('too_many_replies');
    if (room === 'share') throw new AppError('too_many_own_replies');
    await insertReply(tx, { noteId: note.id, userId: actor.id, ...withText(text) });
    await announceNotes(deps, tx, transcript);
    return { transcript, rights, noteId: note.id };
  });
  return viewNote(deps, changed, { actor, signal });
}

/** Changes a reply. Throws 'only_author', and what `requireReply` throws. */
export async function updateReply(
  deps: ServiceDeps,
  { actor, signal, ...of }: Doer & { noteId: NoteId; replyId: ReplyId },
  text: string,
): Promise<Note> {
  const changed = await deps.db.transaction(async (tx) => {
    const { transcript, rights, note, reply, abilities } = await requireReply(tx, actor, of);
    if (!abilities.edit) throw new AppError('only_author');
    if (text !== reply.text) {
      await changeReply(tx, reply.id, { ...withText(text), editedAt: new Date(deps.clock.now()) });
      await announceNotes(deps, tx, transcript);
    }
    return { transcript, rights, noteId: note.id };
  });
  return viewNote(deps, changed, { actor, signal });
}

/** Deletes a reply. Throws 'only_author', and what `requireReply` throws. */
export async function removeReply(
  deps: ServiceDeps,
  { actor, signal, ...of }: Doer & { noteId: NoteId; replyId: ReplyId },
): Promise<Note> {
  const changed = await deps.db.transaction(async (tx) => {
    const { transcript, rights, note, reply, abilities } = await requireReply(tx, actor, of);
    if (!abilities.delete) throw new AppError('only_author');
    await deleteReplyRow(tx, reply.id);
    await announceNotes(deps, tx, transcript);
    return { transcript, rights, noteId: note.id };
  });
  return viewNote(deps, changed, { actor, signal });
}

function refuseChange(
  { note, abilities }: NoteInReach,
  { text, color, isResolved }: Parameters<typeof updateNote>[2],
): void {
  const isComment = note.kind === 'comment';
  if ((text !== undefined || color !== undefined) && !abilities.edit) throw new AppError('only_author');
  if (color !== undefined && isComment) throw new AppError('note_not_highlight');
  if (isResolved !== undefined && !isComment) throw new AppError('note_not_comment');
  if (isResolved !== undefined && !abilities.resolve) throw new AppError('forbidden');
  if (text === '' && isComment) throw new AppError('comment_empty');
}

/** Throws what `requireReadableTranscript` throws, and 'transcript_not_completed'. */
async function requireCompletedTranscript(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: TranscriptId,
): Promise<ReadableTranscript> {
  const transcript = await requireReadableTranscript(deps, actor, id);
  if (transcript.status !== 'completed') throw new AppError('transcript_not_completed');
  return transcript;
}

/** The words of a new note, from the text as it is now, without the spaces around them. Reads whole segments, so not under the lock. */
async function readStretch(
  { db }: Pick<Deps, 'db'>,
  { id: transcriptId }: ReadableTranscript,
  wanted: readonly NotePart[],
): Promise<Omit<NoteAnchor, 'version' | 'parts'> & { parts: NotePart[] }> {
  const segments = await findSegmentsById(
    db,
    transcriptId,
    wanted.map(({ segment }) => segment.id),
  );
  const stretches = wanted.map(({ segment: { id, revision }, start, end }, index) => {
    const segment = segments[index];
    if (segment?.id !== id || segment.revision !== revision) throw new AppError('note_words_changed');
    const words = segment.text.slice(start, end);
    const from = start + (words.length - words.trimStart().length);
    return { segment, start: from, end: from + words.trim().length };
  });
  const filled = stretches.filter(({ start, end }) => end > start);
  const quote = joinQuote(filled.map(({ segment, start, end }) => segment.text.slice(start, end)));
  if (quote.length > MAX_NOTE_QUOTE_LENGTH) throw new AppError('note_quote_too_long');
  const times = timesOfStretch(filled);
  if (!times) throw new AppError('note_without_words');
  const parts = filled.map(({ segment: { id, revision }, start, end }) => ({
    segment: { id, revision },
    start,
    end,
  }));
  return { quote, parts, ...times };
}

/** Under the lock: throws 'note_words_changed' if segments are not at the revisions at which they were read any more. */
async function refuseChanged(
  deps: Pick<Deps, 'db'>,
  transcript: CommentableTranscript,
  parts: readonly NotePart[],
): Promise<void> {
  const ids = parts.map(({ segment }) => segment.id);
  const now = await segmentsNow(deps, transcript, ids);
  const revisions = new Map<number, number>(now.map(({ id, revision }) => [id, revision]));
  const isChanged = parts.some(({ segment }) => revisions.get(segment.id) !== segment.revision);
  if (isChanged) throw new AppError('note_words_changed');
}

function withText(text: string) {
  return { text, normalized: normalizeText(text) };
}

/** A note after a change, read when the lock has been released. Throws 'note_not_found' if it has been deleted since. */
async function viewNote(
  deps: Pick<Deps, 'db' | 'work'>,
  {
    transcript,
    rights,
    noteId,
  }: { transcript: CommentableTranscript; noteId: number } & Pick<Viewer, 'rights'>,
  { actor, signal }: Pick<Doer, 'actor' | 'signal'>,
): Promise<Note> {
  const rows = await listNoteRows(deps.db, transcript.id, { noteId, limit: 1 });
  const replies = await listReplyRows(deps.db, [noteId], { limit: MAX_NOTE_REPLIES });
  const [note] = await presentNotes(deps, transcript, { actor, rights, signal, rows, replies });
  if (!note) throw new AppError('note_not_found');
  return note;
}

/** These notes with the current places of their words. */
async function presentNotes(
  deps: Pick<Deps, 'db' | 'work'>,
  transcript: ReadableTranscript | CommentableTranscript,
  {
    rows,
    replies,
    signal,
    ...viewer
  }: Viewer & Pick<NotesPage, 'rows' | 'replies'> & { signal: AbortSignal },
): Promise<Note[]> {
  const places = await findPlaces(deps, transcript, { rows, signal });
  const byNote = Map.groupBy(replies, (reply) => reply.noteId);
  return rows.flatMap((row) => {
    const place = places.get(row.id);
    return place ? presentNote(row, { replies: byNote.get(row.id) ?? [], place }, viewer) : [];
  });
}

/** Tells everyone who can see the transcript to reload its notes; within a transaction, on commit. */
function announceNotes(
  deps: Pick<Deps, 'events'>,
  tx: Tx,
  row: Pick<CommentableTranscript, 'id' | 'userId'>,
): Promise<void> {
  return notifyReaders(deps, { db: tx, row }, { type: 'notes.changed', id: TranscriptId.parse(row.id) });
}
