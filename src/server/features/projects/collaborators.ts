import { type ProjectId, UserId } from '#contract/ids.ts';
import type { Collaborator, InvitedRole } from '#contract/projects.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { lockManagedProject, lockReadableProject, type ReadableProject } from '../members/access.ts';
import { announceProject } from '../members/service.ts';
import { lockAllIn } from '../transcripts/access.ts';
import { moveTranscripts } from '../transcripts/service.ts';
import { presentMember } from './present.ts';
import { changeRole, deleteMember, findMember, listMembers, type MemberRow } from './queries.ts';

type ServiceDeps = Pick<Deps, 'db' | 'events'>;

/** A membership. */
interface Place {
  id: ProjectId;
  userId: number;
}

/** The owner, then the others in the order in which they joined. */
export async function viewMembers(
  { db }: Pick<Deps, 'db'>,
  { id }: ReadableProject,
): Promise<Collaborator[]> {
  return (await listMembers(db, id)).map(presentMember);
}

/** Changes a member's role. Throws 'member_not_found', 'owner_fixed', and what lockManagedProject throws. */
export function giveRole(
  deps: ServiceDeps,
  actor: Actor,
  { id, userId, role }: Place & { role: InvitedRole },
): Promise<Collaborator> {
  return deps.db.transaction(async (tx) => {
    await lockManagedProject(tx, actor, id);
    const member = await findOther(tx, { id, userId });
    await changeRole(tx, { projectId: id, userId, role });
    await announceProject(deps, tx, id);
    return presentMember({ ...member, role });
  });
}

/**
 * Ends a membership: the owner can end anyone's, everyone else only their own. The member's transcripts leave the project and
 * stay the member's. Throws 'project_not_found', 'forbidden', 'member_not_found', 'owner_fixed'.
 */
export async function removeMember(deps: ServiceDeps, actor: Actor, { id, userId }: Place): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const project =
      userId === actor.id
        ? await lockReadableProject(tx, actor, id)
        : await lockManagedProject(tx, actor, id);
    await findOther(tx, { id, userId });
    // Before the membership ends, so that the leaving member is notified, too.
    await announceProject(deps, tx, id);
    await moveTranscripts(deps, tx, { transcripts: await lockAllIn(tx, project, userId), project: null });
    await deleteMember(tx, id, userId);
  });
}

/** A member other than the owner. */
async function findOther(tx: Tx, { id, userId }: Place): Promise<MemberRow> {
  const member = await findMember(tx, id, UserId.parse(userId));
  if (!member) throw new AppError('member_not_found');
  if (member.role === 'owner') throw new AppError('owner_fixed');
  return member;
}
