import { setImmediate } from 'node:timers/promises';
import { type NoteId, type ReplyId, TranscriptId } from '#contract/ids.ts';
import { MAX_NOTE_QUOTE_LENGTH, MAX_NOTE_REPLIES, MAX_NOTES } from '#contract/limits.ts';
import type { NewNote, Note, NoteColor, NotePart } from '#contract/notes.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import {
  createNoteFinder,
  joinQuote,
  type NoteAnchor,
  type NotePlace,
  timesOfStretch,
  timesToSearch,
  unchangedPlace,
} from '#domain/note-places.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import {
  type CommentableTranscript,
  lockCommentableTranscript,
  type ReadableTranscript,
} from '../transcripts/access.ts';
import { notifyReaders, segmentsNow, viewRights } from '../transcripts/service.ts';
import { type NoteInReach, requireNote, requireReply } from './access.ts';
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
  findSegmentsWithin,
  insertNote,
  insertReply,
  type ListedNote,
  listNoteRows,
  listReplyRows,
} from './queries.ts';

type ServiceDeps = Pick<Deps, 'db' | 'clock' | 'events'>;
type Commented = ReadableTranscript | CommentableTranscript;

/** Notes whose words are searched for at once; more would block the server. */
const SEARCHED_AT_ONCE = 50;

/** The notes of a transcript in order of time. Throws 'transcript_not_found' for a caller who may no longer read it. */
export async function viewNotes(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  transcript: ReadableTranscript,
): Promise<Note[]> {
  const { abilities } = await viewRights({ db }, actor, transcript);
  const notes = await presentNotes(db, transcript, { actor, rights: abilities });
  return notes.sort((a, b) => a.start - b.start || a.id - b.id);
}

/**
 * Adds a note, or changes the color of the caller's own highlight of the same words. Throws 'transcript_not_completed',
 * 'note_words_changed', 'note_without_words', 'note_quote_too_long', 'too_many_notes', and what `lockCommentableTranscript` throws.
 */
export async function addNote(
  deps: ServiceDeps,
  { actor, id }: { actor: Actor; id: TranscriptId },
  { parts, ...wanted }: NewNote,
): Promise<Note> {
  return deps.db.transaction(async (tx) => {
    const { transcript, abilities } = await lockCommentableTranscript(tx, actor, id);
    if (transcript.status !== 'completed') throw new AppError('transcript_not_completed');
    const anchor = { ...(await readStretch(tx, id, parts)), version: transcript.version };
    const owner = { transcriptId: id, userId: actor.id };
    const { kind, text } = wanted;
    const color = wanted.kind === 'highlight' ? wanted.color : null;
    const known = color && (await findHighlight(tx, { ...owner, parts: anchor.parts }));
    let noteId: number;
    if (known) {
      noteId = known.id;
      await changeNote(tx, noteId, { color, ...(text === '' ? {} : withText(text)) });
    } else {
      if ((await countNotes(tx, id)) >= MAX_NOTES) throw new AppError('too_many_notes');
      noteId = await insertNote(tx, { ...owner, ...anchor, kind, color, ...withText(text) });
    }
    await announceNotes(deps, tx, transcript);
    return viewNote(tx, transcript, { actor, rights: abilities, noteId });
  });
}

/**
 * Changes the given fields. Throws 'only_author' (text, color), 'forbidden' (resolving), 'note_not_highlight', 'note_not_comment',
 * 'comment_empty', and what `requireNote` throws.
 */
export async function updateNote(
  deps: ServiceDeps,
  { actor, ...of }: { actor: Actor; id: TranscriptId; noteId: NoteId },
  change: {
    text?: string | undefined;
    color?: NoteColor | undefined;
    isResolved?: boolean | undefined;
  },
): Promise<Note> {
  return deps.db.transaction(async (tx) => {
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
    return viewNote(tx, transcript, { actor, rights, noteId: note.id });
  });
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

/** Replies to a comment. Throws 'note_not_comment', 'too_many_replies', and what `requireNote` throws. */
export async function addReply(
  deps: ServiceDeps,
  { actor, ...of }: { actor: Actor; id: TranscriptId; noteId: NoteId },
  text: string,
): Promise<Note> {
  return deps.db.transaction(async (tx) => {
    const { transcript, rights, note } = await requireNote(tx, actor, of);
    if (note.kind !== 'comment') throw new AppError('note_not_comment');
    if ((await countReplies(tx, transcript.id)) >= MAX_NOTE_REPLIES) throw new AppError('too_many_replies');
    await insertReply(tx, { noteId: note.id, userId: actor.id, ...withText(text) });
    await announceNotes(deps, tx, transcript);
    return viewNote(tx, transcript, { actor, rights, noteId: note.id });
  });
}

/** Changes a reply. Throws 'only_author', and what `requireReply` throws. */
export async function updateReply(
  deps: ServiceDeps,
  { actor, ...of }: { actor: Actor; id: TranscriptId; noteId: NoteId; replyId: ReplyId },
  text: string,
): Promise<Note> {
  return deps.db.transaction(async (tx) => {
    const { transcript, rights, note, reply, abilities } = await requireReply(tx, actor, of);
    if (!abilities.edit) throw new AppError('only_author');
    if (text !== reply.text) {
      await changeReply(tx, reply.id, { ...withText(text), editedAt: new Date(deps.clock.now()) });
      await announceNotes(deps, tx, transcript);
    }
    return viewNote(tx, transcript, { actor, rights, noteId: note.id });
  });
}

/** Deletes a reply. Throws 'only_author', and what `requireReply` throws. */
export async function removeReply(
  deps: ServiceDeps,
  { actor, ...of }: { actor: Actor; id: TranscriptId; noteId: NoteId; replyId: ReplyId },
): Promise<Note> {
  return deps.db.transaction(async (tx) => {
    const { transcript, rights, note, reply, abilities } = await requireReply(tx, actor, of);
    if (!abilities.delete) throw new AppError('only_author');
    await deleteReplyRow(tx, reply.id);
    await announceNotes(deps, tx, transcript);
    return viewNote(tx, transcript, { actor, rights, noteId: note.id });
  });
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

/** The words of a new note, from the text as it is now, without the spaces around them. */
async function readStretch(
  tx: Tx,
  transcriptId: TranscriptId,
  wanted: readonly NotePart[],
): Promise<Omit<NoteAnchor, 'version' | 'parts'> & { parts: NotePart[] }> {
  const segments = await findSegmentsById(
    tx,
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

function withText(text: string) {
  return { text, normalized: normalizeText(text) };
}

async function viewNote(
  tx: Tx,
  transcript: CommentableTranscript,
  { noteId, ...viewer }: Viewer & { noteId: number },
): Promise<Note> {
  const [note] = await presentNotes(tx, transcript, viewer, noteId);
  if (!note) throw new AppError('note_not_found');
  return note;
}

/** The notes of a transcript, or one of them, with the current places of their words. */
async function presentNotes(
  db: Db | Tx,
  transcript: Commented,
  viewer: Viewer,
  noteId?: number,
): Promise<Note[]> {
  const rows = await listNoteRows(db, transcript.id, noteId);
  const replies = await listReplyRows(db, transcript.id, noteId);
  const places = await findPlaces(db, transcript, rows);
  const byNote = Map.groupBy(replies, (reply) => reply.noteId);
  return rows.flatMap((row) => {
    const place = places.get(row.id);
    return place ? presentNote(row, { replies: byNote.get(row.id) ?? [], place }, viewer) : [];
  });
}

/** Where the words of the notes are now; only what was edited since is searched for. */
async function findPlaces(
  db: Db | Tx,
  transcript: Commented,
  rows: readonly ListedNote[],
): Promise<Map<number, NotePlace>> {
  const ids = new Set(rows.flatMap(({ parts }) => parts.map(({ segment }) => segment.id)));
  const current = await segmentsNow({ db }, transcript, [...ids]);
  const revisions = new Map(current.map(({ id, revision }) => [id, revision]));
  const places = new Map<number, NotePlace>();
  const moved: ListedNote[] = [];
  for (const row of rows) {
    const place = unchangedPlace(row, revisions);
    if (place) places.set(row.id, place);
    else moved.push(row);
  }
  if (moved.length === 0) return places;
  const near = await findSegmentsWithin(db, transcript.id, moved.map(timesToSearch));
  const find = createNoteFinder(near, transcript);
  for (const [index, row] of moved.entries()) {
    if (index % SEARCHED_AT_ONCE === SEARCHED_AT_ONCE - 1) await setImmediate();
    places.set(row.id, find(row));
  }
  return places;
}

/** Tells everyone who can see the transcript to reload its notes; within a transaction, on commit. */
function announceNotes(
  deps: Pick<Deps, 'events'>,
  tx: Tx,
  row: Pick<CommentableTranscript, 'id' | 'userId'>,
): Promise<void> {
  return notifyReaders(deps, { db: tx, row }, { type: 'notes.changed', id: TranscriptId.parse(row.id) });
}
