import { InvitationId, ProjectId, UserId } from '#contract/ids.ts';
import type { Collaborator, Invitation, InvitationOffer, Project } from '#contract/projects.ts';
import { personName } from '#domain/person-name.ts';
import { abilitiesOf } from '../members/access.ts';
import type { InvitationRow, MemberRow, OfferRow, ProjectView } from './queries.ts';

export function presentProject(row: ProjectView): Project {
  return {
    id: ProjectId.parse(row.id),
    name: row.name,
    description: row.description,
    color: row.color,
    transcriptCount: row.transcriptCount,
    articleCount: row.articleCount,
    memberCount: row.memberCount,
    createdAt: row.createdAt.toISOString(),
    role: row.role,
    abilities: abilitiesOf(row.role),
  };
}

export function presentMember({ id, firstName, lastName, email, role, addedAt }: MemberRow): Collaborator {
  return { id: UserId.parse(id), firstName, lastName, email, role, addedAt: addedAt.toISOString() };
}

/** `origin`: the address at which people reach this installation. */
export function presentInvitation(
  { id, token, role, createdAt, expiresAt }: InvitationRow,
  origin: string,
): Invitation {
  return {
    id: InvitationId.parse(id),
    token,
    inviteLink: `${origin}/join/${token}`,
    role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

export function presentOffer(row: OfferRow): InvitationOffer {
  return {
    projectName: row.projectName,
    invitedByName: personName(row),
    role: row.role,
    expiresAt: row.expiresAt.toISOString(),
  };
}
