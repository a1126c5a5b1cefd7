import { randomBytes } from 'node:crypto';
import { type InvitationId, ProjectId } from '#contract/ids.ts';
import { INVITATION_DAYS, MAX_INVITATIONS, MAX_MEMBERS } from '#contract/limits.ts';
import type { Invitation, InvitationOffer, InvitedRole } from '#contract/projects.ts';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { lockManagedProject, type ManagedProject, roleIn } from '../members/access.ts';
import { announceProject, membersOf } from '../members/service.ts';
import { presentInvitation, presentOffer } from './present.ts';
import {
  deleteInvitation,
  deleteOldInvitations,
  findOffer,
  insertInvitation,
  insertMember,
  listOpenInvitations,
  lockInvitedProject,
} from './queries.ts';

type ServiceDeps = Pick<Deps, 'db' | 'events'>;

const DAY_MS = 24 * 60 * 60_000;
/** For this long after its end a link still says that it has expired. */
const EXPIRED_KEPT_MS = 30 * DAY_MS;

/** Unused links that are still valid, newest first. */
export async function viewInvitations(
  { db }: Pick<Deps, 'db'>,
  { id }: ManagedProject,
  origin: string,
): Promise<Invitation[]> {
  return (await listOpenInvitations(db, id)).map((row) => presentInvitation(row, origin));
}

/** Creates a link with which one person can join. Throws 'too_many_invitations', and what lockManagedProject throws. */
export function invite(
  deps: ServiceDeps,
  { actor, origin }: { actor: Actor; origin: string },
  { id, role }: { id: ProjectId; role: InvitedRole },
): Promise<Invitation> {
  return deps.db.transaction(async (tx) => {
    await lockManagedProject(tx, actor, id);
    if ((await listOpenInvitations(tx, id)).length >= MAX_INVITATIONS)
      throw new AppError('too_many_invitations');
    const row = await insertInvitation(tx, {
      projectId: id,
      token: randomBytes(16).toString('base64url'),
      role,
      userId: actor.id,
      goodForMs: INVITATION_DAYS * DAY_MS,
    });
    await announceProject(deps, tx, id);
    return presentInvitation(row, origin);
  });
}

/** Throws 'invitation_not_found' for a link that is used or cancelled, and what lockManagedProject throws. */
export async function cancel(
  deps: ServiceDeps,
  actor: Actor,
  { id, invitationId }: { id: ProjectId; invitationId: InvitationId },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockManagedProject(tx, actor, id);
    if (!(await deleteInvitation(tx, id, invitationId))) throw new AppError('invitation_not_found');
    await announceProject(deps, tx, id);
  });
}

/** What a link offers, even if it has expired. Throws 'invitation_not_found'. */
export async function viewOffer({ db }: Pick<Deps, 'db'>, token: string): Promise<InvitationOffer> {
  const offer = await findOffer(db, token);
  if (!offer) throw new AppError('invitation_not_found');
  return presentOffer(offer);
}

/**
 * Joins with the invited role and uses up the link. For a member nothing changes, and the link stays valid. Throws
 * 'invitation_not_found', 'invitation_expired', 'too_many_members'.
 */
export function accept(deps: ServiceDeps, actor: Actor, token: string): Promise<{ projectId: ProjectId }> {
  return deps.db.transaction(async (tx) => {
    const projectId = await lockInvitedProject(tx, token);
    // Read once the project is locked: somebody else may have used the link while this request waited.
    const offer = projectId === undefined ? undefined : await findOffer(tx, token);
    if (projectId === undefined || !offer) throw new AppError('invitation_not_found');
    const joined = { projectId: ProjectId.parse(projectId) };
    if (await roleIn({ db: tx }, actor, projectId)) return joined;
    if (offer.hasExpired) throw new AppError('invitation_expired');
    if ((await membersOf({ db: tx }, projectId)).length >= MAX_MEMBERS)
      throw new AppError('too_many_members');
    await deleteInvitation(tx, projectId, offer.id);
    await insertMember(tx, { projectId, userId: actor.id, role: offer.role });
    await announceProject(deps, tx, projectId);
    return joined;
  });
}

/** Removes links that expired so long ago that nobody will ask about them. */
export function sweepInvitations({ db }: Pick<Deps, 'db'>): Promise<void> {
  return deleteOldInvitations(db, EXPIRED_KEPT_MS);
}
