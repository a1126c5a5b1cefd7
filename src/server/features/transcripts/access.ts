import type { TranscriptId } from '#contract/ids.ts';
import type { Transcript } from '#contract/transcripts.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import { type Authorized, authorized } from '../../authorization.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { abilitiesOf, type ReadableProject, roleIn } from '../members/access.ts';
import {
  findTranscript,
  lockRowsIn,
  lockRowsOf,
  lockTranscript,
  type PlacedTranscript,
  type TranscriptRow,
} from './queries.ts';

export type ReadableTranscript = Authorized<'read', TranscriptRow>;
export type EditableTranscript = Authorized<'read' | 'edit', TranscriptRow>;
export type MovableTranscript = Authorized<'move', PlacedTranscript>;
export type OwnedTranscript = Authorized<'read' | 'edit' | 'own', TranscriptRow>;

/** For reading, playing and exporting: its owner's, and the members' of its project. Throws 'transcript_not_found' also for what the asker may not see. */
export async function readTranscript(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: TranscriptId,
): Promise<ReadableTranscript> {
  return authorized<'read', TranscriptRow>((await find(deps, actor, id)).transcript);
}

/** For whoever holds a public link to it, which features/shares has looked at. */
export async function sharedTranscript(
  { db }: Pick<Deps, 'db'>,
  id: TranscriptId,
): Promise<ReadableTranscript> {
  const transcript = await findTranscript(db, id);
  if (transcript?.status !== 'completed') throw new AppError('share_not_found');
  return authorized<'read', TranscriptRow>(transcript);
}

/** For changing title, speakers and text, and for asking: its owner's, and the editors' of its project. Throws 'forbidden' for who may only read it. */
export async function editTranscript(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: TranscriptId,
): Promise<EditableTranscript> {
  const { transcript, abilities } = await find(deps, actor, id);
  if (!abilities.edit) throw new AppError('forbidden');
  return authorized<'read' | 'edit', TranscriptRow>(transcript);
}

/** The transcript as it is now, which nobody else changes until the transaction ends. Throws 'transcript_not_found' for one that has gone. */
export async function lockForEdit(tx: Tx, { id }: EditableTranscript): Promise<TranscriptRow> {
  const row = await lockTranscript(tx, id);
  if (!row) throw new AppError('transcript_not_found');
  return row;
}

/** For deleting, sharing, cancelling and running again: its owner's alone. Throws 'only_owner' for others who may read it. */
export async function ownTranscript(
  deps: { db: Db | Tx },
  actor: Actor,
  id: TranscriptId,
): Promise<OwnedTranscript> {
  const { transcript, abilities } = await find(deps, actor, id);
  if (!abilities.own) throw new AppError('only_owner');
  return authorized<'read' | 'edit' | 'own', TranscriptRow>(transcript);
}

/**
 * For moving between projects: transcripts of the person's own, which nobody else changes until the transaction ends. Throws
 * 'transcript_not_found' unless they all are.
 */
export async function lockOwnTranscripts(
  tx: Tx,
  actor: Actor,
  ids: readonly TranscriptId[],
): Promise<MovableTranscript[]> {
  const rows = await lockRowsOf(tx, actor.id, ids);
  if (rows.length < new Set(ids).size) throw new AppError('transcript_not_found');
  return rows.map((row) => authorized<'move', PlacedTranscript>(row));
}

/**
 * For taking a transcript out of a project that is locked: its owner's, and the project's editors'. Throws 'transcript_not_found' for one that
 * is not in the project, 'forbidden'.
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

/** What leaves a project that is locked, when the project ends, or one person's place in it. */
export async function lockAllIn(
  tx: Tx,
  project: ReadableProject,
  userId?: number,
): Promise<MovableTranscript[]> {
  return (await lockRowsIn(tx, project.id, userId)).map((row) => authorized<'move', PlacedTranscript>(row));
}

/** For the recording: throws 'media_forbidden' once the person whom its token was made for may not read the transcript any more. */
export async function refuseEndedReader(
  { db }: Pick<Deps, 'db'>,
  reader: Pick<Actor, 'id'>,
  id: TranscriptId,
): Promise<void> {
  const transcript = await findTranscript(db, id);
  if (transcript && !(await abilitiesIn({ db }, reader, transcript))) throw new AppError('media_forbidden');
}

/** What somebody who may read a transcript may do with it; null for who may not read it. */
export async function abilitiesIn(
  { db }: { db: Db | Tx },
  actor: Pick<Actor, 'id'>,
  transcript: Pick<TranscriptRow, 'userId' | 'projectId'>,
): Promise<Transcript['abilities'] | null> {
  if (transcript.userId === actor.id) return { edit: true, own: true };
  const role = transcript.projectId === null ? undefined : await roleIn({ db }, actor, transcript.projectId);
  return role ? { edit: abilitiesOf(role).edit, own: false } : null;
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
