import type { LiveEvent } from '#contract/events.ts';
import { ProjectId, UserId } from '#contract/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { listMemberIds } from './queries.ts';

/** Everybody who sees a project. */
export async function membersOf({ db }: { db: Db | Tx }, projectId: number): Promise<UserId[]> {
  return (await listMemberIds(db, projectId)).map((id) => UserId.parse(id));
}

/** Tells the windows of all members something; within a transaction when it commits. */
export async function tellMembers(
  { events }: Pick<Deps, 'events'>,
  { db, projectId }: { db: Db | Tx; projectId: number },
  event: LiveEvent,
): Promise<void> {
  await events.publish(db, { kind: 'live', userIds: await membersOf({ db }, projectId), event });
}

/** Tells the members that a project, or what it holds, is to be read again. */
export function announceProject(deps: Pick<Deps, 'events'>, db: Db | Tx, projectId: number): Promise<void> {
  const event = { type: 'project.changed', id: ProjectId.parse(projectId) } as const;
  return tellMembers(deps, { db, projectId }, event);
}
