import type { NoteId, ReplyId, TranscriptId } from '#contract/ids.ts';
import type { Note, NoteReply } from '#contract/notes.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/client.ts';
import { type CommentableTranscript, lockCommentableTranscript } from '../transcripts/access.ts';
import { findNote, findReply, type NoteRow, type ReplyRow } from './queries.ts';

type Rights = Transcript['abilities'];

/** What a user may do with a note, given what the user may do with the transcript. */
export function rightsToNote(
  { userId, kind }: Pick<NoteRow, 'userId' | 'kind'>,
  actor: Actor,
  { edit, own, comment }: Rights,
): Note['abilities'] {
  const isAuthor = userId === actor.id;
  return {
    edit: comment && isAuthor,
    resolve: kind === 'comment' && comment && (isAuthor || edit),
    delete: own || (comment && isAuthor),
  };
}

/** What a user may do with a reply. */
export function rightsToReply(
  { userId }: Pick<ReplyRow, 'userId'>,
  actor: Actor,
  { own, comment }: Rights,
): NoteReply['abilities'] {
  const isAuthor = userId === actor.id;
  return { edit: comment && isAuthor, delete: own || (comment && isAuthor) };
}

/** A note of a locked transcript, and what the user may do with both. */
export interface NoteInReach {
  transcript: CommentableTranscript;
  rights: Rights;
  note: NoteRow;
  abilities: Note['abilities'];
}

/** Finds a note for a change. Throws what `lockCommentableTranscript` throws, and 'note_not_found'. */
export async function requireNote(
  tx: Tx,
  actor: Actor,
  { id, noteId }: { id: TranscriptId; noteId: NoteId },
): Promise<NoteInReach> {
  const { transcript, abilities: rights } = await lockCommentableTranscript(tx, actor, id);
  const note = await findNote(tx, id, noteId);
  if (!note) throw new AppError('note_not_found');
  return { transcript, rights, note, abilities: rightsToNote(note, actor, rights) };
}

/** Finds a reply for a change. Throws what `requireNote` throws, and 'reply_not_found'. */
export async function requireReply(
  tx: Tx,
  actor: Actor,
  { replyId, ...of }: { id: TranscriptId; noteId: NoteId; replyId: ReplyId },
): Promise<Omit<NoteInReach, 'abilities'> & { reply: ReplyRow; abilities: NoteReply['abilities'] }> {
  const { transcript, rights, note } = await requireNote(tx, actor, of);
  const reply = await findReply(tx, note.id, replyId);
  if (!reply) throw new AppError('reply_not_found');
  return { transcript, rights, note, reply, abilities: rightsToReply(reply, actor, rights) };
}
