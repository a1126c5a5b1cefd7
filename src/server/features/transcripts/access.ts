import type { TranscriptId } from '#contract/ids.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { type Proven, proven } from '../../proof.ts';
import { findTranscript, lockTranscript, type TranscriptRow } from './queries.ts';

export type ReadableTranscript = Proven<'read', TranscriptRow>;
export type EditableTranscript = Proven<'read' | 'edit', TranscriptRow>;
export type OwnedTranscript = Proven<'read' | 'edit' | 'own', TranscriptRow>;

/** For reading, playing and exporting. Throws 'transcript_not_found' also for what the asker may not see. */
export async function readTranscript(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: TranscriptId,
): Promise<ReadableTranscript> {
  return proven<'read', TranscriptRow>(await findOwn(deps, actor, id));
}

/** For whoever holds a public link to it, which features/shares has looked at. */
export async function sharedTranscript(
  { db }: Pick<Deps, 'db'>,
  id: TranscriptId,
): Promise<ReadableTranscript> {
  const transcript = await findTranscript(db, id);
  if (transcript?.status !== 'completed') throw new AppError('share_not_found');
  return proven<'read', TranscriptRow>(transcript);
}

/** For changing title, speakers and text. */
export async function editTranscript(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: TranscriptId,
): Promise<EditableTranscript> {
  return proven<'read' | 'edit', TranscriptRow>(await findOwn(deps, actor, id));
}

/** The transcript as it is now, which nobody else changes until the transaction ends. Throws 'transcript_not_found' for one that has gone. */
export async function lockForEdit(tx: Tx, { id }: EditableTranscript): Promise<TranscriptRow> {
  const row = await lockTranscript(tx, id);
  if (!row) throw new AppError('transcript_not_found');
  return row;
}

/** For deleting, cancelling and running again. */
export async function ownTranscript(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: TranscriptId,
): Promise<OwnedTranscript> {
  return proven<'read' | 'edit' | 'own', TranscriptRow>(await findOwn(deps, actor, id));
}

async function findOwn({ db }: Pick<Deps, 'db'>, actor: Actor, id: TranscriptId): Promise<TranscriptRow> {
  const transcript = await findTranscript(db, id);
  if (transcript?.userId !== actor.id) throw new AppError('transcript_not_found');
  return transcript;
}
