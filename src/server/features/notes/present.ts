import { NoteId, ReplyId } from '#contract/ids.ts';
import type { Note, NoteReply } from '#contract/notes.ts';
import type { Transcript } from '#contract/transcripts.ts';
import type { NotePlace } from '#domain/note-places.ts';
import { personName } from '#domain/person-name.ts';
import type { Actor } from '../../auth/actor.ts';
import { rightsToNote, rightsToReply } from './access.ts';
import type { ListedNote, ListedReply, Name } from './queries.ts';

/** The user who looks at notes, and what the user may do with their transcript. */
export interface Viewer {
  actor: Actor;
  rights: Transcript['abilities'];
}

/** Built field by field: lists of notes are sent unvalidated. */
export function presentNote(
  row: ListedNote,
  { replies, place }: { replies: readonly ListedReply[]; place: NotePlace },
  viewer: Viewer,
): Note {
  return {
    id: NoteId.parse(row.id),
    kind: row.kind,
    color: row.color,
    text: row.text,
    author: presentAuthor(row, viewer),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    resolvedBy: row.resolvedAt ? nameOf(row.resolver) : null,
    quote: row.quote,
    state: place.state,
    parts: place.parts.map(({ segment, start, end, text }) => ({
      segment: { id: segment.id, revision: segment.revision },
      start,
      end,
      text,
    })),
    start: place.startMs / 1000,
    end: place.endMs / 1000,
    replies: replies.map((reply) => presentReply(reply, viewer)),
    abilities: rightsToNote(row, viewer.actor, viewer.rights),
  };
}

function presentReply(row: ListedReply, viewer: Viewer): NoteReply {
  return {
    id: ReplyId.parse(row.id),
    text: row.text,
    author: presentAuthor(row, viewer),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    abilities: rightsToReply(row, viewer.actor, viewer.rights),
  };
}

function presentAuthor(
  { userId, author }: Pick<ListedNote, 'userId' | 'author'>,
  { actor }: Viewer,
): Note['author'] {
  return { name: nameOf(author), isYou: userId === actor.id };
}

function nameOf(person: Name | null): string {
  return person ? personName(person) : 'Somebody whose account is gone';
}
