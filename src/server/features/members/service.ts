import type { LiveEvent } from '#contract/events.ts';
import { ProjectId, UserId } from '#contract/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { listMemberIds } from './queries.ts';

/** Everyone who can see a project. */
export async function membersOf({ db }: { db: Db | Tx }, projectId: number): Promise<UserId[]> {
  return (await listMemberIds(db, projectId)).map((id) => UserId.parse(id));
}

/** Sends an event to all members' windows; within a transaction, on commit. */
export async function notifyMembers(
  { events }: Pick<Deps, 'events'>,
  { db, projectId }: { db: Db | Tx; projectId: number },
  event: LiveEvent,
): Promise<void> {
  await events.publish(db, { kind: 'live', userIds: await membersOf({ db }, projectId), event });
}

/** Tells the members to reload a project and its contents. */
export function announceProject(deps: Pick<Deps, 'events'>, db: Db | Tx, projectId: number): Promise<void> {
  const event = { type: 'project.changed', id: ProjectId.parse(projectId) } as const;
  return notifyMembers(deps, { db, projectId }, event);
}
