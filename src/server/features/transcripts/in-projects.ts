import { ProjectId, TranscriptId, UserId } from '#contract/ids.ts';
import type { ProjectTranscript } from '#contract/projects.ts';
import { personName } from '#domain/person-name.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { Message } from '../../events/bus.ts';
import type { EditableProject, ReadableProject } from '../members/access.ts';
import { announceProject, membersOf } from '../members/service.ts';
import type { MovableTranscript } from './access.ts';
import { presentListItem } from './present.ts';
import { listOwnerIds, listRowsInProject, moveRows } from './queries.ts';

/** The transcripts of a project, newest first. */
export async function listInProject(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { id }: ReadableProject,
): Promise<ProjectTranscript[]> {
  const rows = await listRowsInProject(db, id);
  return rows.map(({ owner, ...row }) => ({
    ...presentListItem(row),
    ownerName: personName(owner),
    isOwn: row.userId === actor.id,
  }));
}

/**
 * Moves locked transcripts into a project, or out of any (null), and notifies everyone who could or can see them; those already
 * there are left alone.
 */
export async function moveTranscripts(
  deps: Pick<Deps, 'events'>,
  tx: Tx,
  { transcripts, project }: { transcripts: readonly MovableTranscript[]; project: EditableProject | null },
): Promise<void> {
  const target = project?.id ?? null;
  const moved = transcripts.filter(({ projectId }) => projectId !== target);
  if (moved.length === 0) return;
  await moveRows(
    tx,
    moved.map(({ id }) => id),
    target,
  );
  await announceMoves(deps, tx, { moved, target });
}

/** Tells the owners of a project's transcripts to reload their lists, which show its name. */
export async function announceListsOf(
  { events }: Pick<Deps, 'events'>,
  db: Db | Tx,
  { id }: ReadableProject,
): Promise<void> {
  const userIds = (await listOwnerIds(db, id)).map((ownerId) => UserId.parse(ownerId));
  if (userIds.length > 0)
    await events.publish(db, { kind: 'live', userIds, event: { type: 'list.changed' } });
}

async function announceMoves(
  deps: Pick<Deps, 'events'>,
  tx: Tx,
  { moved, target }: { moved: readonly MovableTranscript[]; target: number | null },
): Promise<void> {
  const members = new Map<number | null, UserId[]>([[null, []]]);
  for (const projectId of new Set([...moved.map((row) => row.projectId), target])) {
    if (projectId === null) continue;
    members.set(projectId, await membersOf({ db: tx }, projectId));
    await announceProject(deps, tx, ProjectId.parse(projectId));
  }
  const owners = new Set(moved.map(({ userId }) => UserId.parse(userId)));
  const lists: Message = { kind: 'live', userIds: [...owners], event: { type: 'list.changed' } };
  const each = moved.map(({ id, userId, projectId }): Message => {
    const readers = [UserId.parse(userId), ...(members.get(projectId) ?? []), ...(members.get(target) ?? [])];
    const event = { type: 'transcript.changed', id: TranscriptId.parse(id) } as const;
    return { kind: 'live', userIds: [...new Set(readers)], event };
  });
  await deps.events.publish(tx, lists, ...each);
}
