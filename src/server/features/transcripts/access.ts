import type { ProjectId, TranscriptId, UserId } from '#contract/ids.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Asker, isInReach } from '../../auth/actor.ts';
import { type Authorized, authorized } from '../../authorization.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { abilitiesOf, type ReadableProject, roleIn } from '../members/access.ts';
import {
  findReaders,
  findTranscript,
  lockRowsIn,
  lockRowsOf,
  lockTranscript,
  type PersonNames,
  type PlacedTranscript,
  type TranscriptRow,
} from './queries.ts';

export type ReadableTranscript = Authorized<'read', TranscriptRow>;
export type EditableTranscript = Authorized<'read' | 'edit', TranscriptRow>;
export type CommentableTranscript = Authorized<'read' | 'comment', TranscriptRow>;
export type MovableTranscript = Authorized<'move', PlacedTranscript>;
export type OwnedTranscript = Authorized<'read' | 'edit' | 'own', TranscriptRow>;

/**
 * Authorizes reading, playing and exporting: the owner and the members of the transcript's project. Throws 'transcript_not_found'
 * also for what the caller may not see.
 */
export async function requireReadableTranscript(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: TranscriptId,
): Promise<ReadableTranscript> {
  return authorized<'read', TranscriptRow>((await find(deps, actor, id)).transcript);
}

/** Authorizes a visitor with a public link, which features/shares has already checked. */
export async function requireSharedTranscript(
  { db }: Pick<Deps, 'db'>,
  id: TranscriptId,
): Promise<ReadableTranscript> {
  const transcript = await findTranscript(db, id);
  if (transcript?.status !== 'completed') throw new AppError('share_not_found');
  return authorized<'read', TranscriptRow>(transcript);
}

/**
 * Authorizes changing title, speakers and text, and asking the AI: the owner and the project's editors. Throws 'forbidden' for a
 * caller who may only read.
 */
export async function requireEditableTranscript(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: TranscriptId,
): Promise<EditableTranscript> {
  const { transcript, abilities } = await find(deps, actor, id);
  if (!abilities.edit) throw new AppError('forbidden');
  return authorized<'read' | 'edit', TranscriptRow>(transcript);
}

/** The current transcript, locked until the transaction ends. Throws 'transcript_not_found' if it is gone. */
export function lockForEdit(tx: Tx, transcript: EditableTranscript): Promise<TranscriptRow> {
  return lockReadable(tx, transcript);
}

/** The same for what readers may add to it. */
export async function lockReadable(tx: Tx, { id }: ReadableTranscript): Promise<TranscriptRow> {
  const row = await lockTranscript(tx, id);
  if (!row) throw new AppError('transcript_not_found');
  return row;
}

/**
 * Authorizes highlighting, commenting and replying in a transcript, locked until the transaction ends, and says what else the caller
 * may do with it. Throws 'transcript_not_found', and 'forbidden' for a caller who may only read.
 */
export async function lockCommentableTranscript(
  tx: Tx,
  actor: Actor,
  id: TranscriptId,
): Promise<{ transcript: CommentableTranscript; abilities: Transcript['abilities'] }> {
  const transcript = await lockTranscript(tx, id);
  const abilities = transcript && (await abilitiesIn({ db: tx }, actor, transcript));
  if (!abilities) throw new AppError('transcript_not_found');
  if (!abilities.comment) throw new AppError('forbidden');
  return { transcript: authorized<'read' | 'comment', TranscriptRow>(transcript), abilities };
}

/** Authorizes deleting, sharing, cancelling and running again: only the owner. Throws 'only_owner' for other readers. */
export async function requireOwnedTranscript(
  deps: { db: Db | Tx },
  actor: Actor,
  id: TranscriptId,
): Promise<OwnedTranscript> {
  const { transcript, abilities } = await find(deps, actor, id);
  if (!abilities.own) throw new AppError('only_owner');
  return authorized<'read' | 'edit' | 'own', TranscriptRow>(transcript);
}

/**
 * Authorizes moving transcripts between projects: only the user's own, locked until the transaction ends. Throws
 * 'transcript_not_found' unless all of them are.
 */
export async function lockOwnTranscripts(
  tx: Tx,
  actor: Actor,
  ids: readonly TranscriptId[],
): Promise<MovableTranscript[]> {
  const rows = (await lockRowsOf(tx, actor.id, ids)).filter(({ projectId }) => isInReach(actor, projectId));
  if (rows.length < new Set(ids).size) throw new AppError('transcript_not_found');
  return rows.map((row) => authorized<'move', PlacedTranscript>(row));
}

/**
 * Authorizes taking a transcript out of a locked project: the owner and the project's editors. Throws 'transcript_not_found' if
 * it is not in the project, or 'forbidden'.
 */
export async function lockInProject(
  tx: Tx,
  { actor, project }: { actor: Actor; project: ReadableProject },
  id: TranscriptId,
): Promise<MovableTranscript> {
  const row = await lockTranscript(tx, id);
  if (row?.projectId !== project.id) throw new AppError('transcript_not_found');
  if (row.userId !== actor.id && !abilitiesOf(project.role).edit) throw new AppError('forbidden');
  return authorized<'move', PlacedTranscript>(row);
}

/** The transcripts that leave a locked project when the project or one person's membership ends. */
export async function lockAllIn(
  tx: Tx,
  project: ReadableProject,
  userId?: number,
): Promise<MovableTranscript[]> {
  return (await lockRowsIn(tx, project.id, userId)).map((row) => authorized<'move', PlacedTranscript>(row));
}

/**
 * Checks access to the recording: throws 'media_forbidden' once the user whose token it was may no longer read the transcript.
 */
export async function refuseEndedReader(
  { db }: Pick<Deps, 'db'>,
  reader: Asker,
  id: TranscriptId,
): Promise<void> {
  const transcript = await findTranscript(db, id);
  if (transcript && !(await abilitiesIn({ db }, reader, transcript))) throw new AppError('media_forbidden');
}

/** What a reader may do with a transcript; null for anyone who may not read it. */
export async function abilitiesIn(
  { db }: { db: Db | Tx },
  actor: Asker,
  transcript: Pick<TranscriptRow, 'userId' | 'projectId'>,
): Promise<Transcript['abilities'] | null> {
  if (!isInReach(actor, transcript.projectId)) return null;
  if (transcript.userId === actor.id) return { edit: true, own: true, comment: true };
  const role = transcript.projectId === null ? undefined : await roleIn({ db }, actor, transcript.projectId);
  if (!role) return null;
  const { edit, comment } = abilitiesOf(role);
  return { edit, own: false, comment };
}

/** A person who may read a transcript. */
export interface Reader extends PersonNames {
  canEdit: boolean;
}

/** Those who may read. */
export interface Readers {
  projectId: ProjectId | null;
  people: Map<UserId, Reader>;
}

/** Who of these people may read the transcript in which they are; transcripts that are gone are missing. */
export async function readersAmong(
  { db }: Pick<Deps, 'db'>,
  groups: ReadonlyMap<TranscriptId, ReadonlyMap<UserId, unknown>>,
): Promise<Map<TranscriptId, Readers>> {
  const pairs = [...groups].flatMap(([id, people]) => [...people.keys()].map((userId) => ({ id, userId })));
  const readers = new Map<TranscriptId, Readers>();
  for (const { id, userId, projectId, isOwner, role, ...names } of await findReaders(db, pairs)) {
    if (!isOwner && !role) continue;
    const of = readers.get(id) ?? { projectId, people: new Map<UserId, Reader>() };
    readers.set(id, of);
    of.people.set(userId, { ...names, canEdit: isOwner || (role !== null && abilitiesOf(role).edit) });
  }
  return readers;
}

async function find(
  { db }: { db: Db | Tx },
  actor: Actor,
  id: TranscriptId,
): Promise<{ transcript: TranscriptRow; abilities: Transcript['abilities'] }> {
  const transcript = await findTranscript(db, id);
  const abilities = transcript && (await abilitiesIn({ db }, actor, transcript));
  if (!abilities) throw new AppError('transcript_not_found');
  return { transcript, abilities };
}
