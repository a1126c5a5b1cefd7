import type { ProjectId } from '#contract/ids.ts';
import { type Project, ProjectRole } from '#contract/projects.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, type Asker, isInReach } from '../../auth/actor.ts';
import { type Authorized, authorized } from '../../authorization.ts';
import type { Db, Tx } from '../../db/client.ts';
import { findProject, findRole, lockProjectRow, type ProjectOfMember } from './queries.ts';

export type ReadableProject = Authorized<'read', ProjectOfMember>;
export type EditableProject = Authorized<'read' | 'edit', ProjectOfMember>;
export type ManagedProject = Authorized<'read' | 'edit' | 'manage', ProjectOfMember>;

/** What each role allows, defined only here. */
const ABILITIES: Readonly<Record<ProjectRole, Project['abilities']>> = {
  owner: { edit: true, manage: true, comment: true },
  editor: { edit: true, manage: false, comment: true },
  viewer: { edit: false, manage: false, comment: true },
};

/** What members with this role may do. */
export function abilitiesOf(role: ProjectRole): Project['abilities'] {
  return ABILITIES[role];
}

/** The roles of those who may ask the AI about a project's content. */
export const ASKING_ROLES: readonly ProjectRole[] = ProjectRole.options.filter(
  (role) => ABILITIES[role].edit,
);

/** Authorizes viewing a project's contents. Throws 'project_not_found' also for what the caller may not see. */
export async function requireReadableProject(
  { db }: { db: Db | Tx },
  actor: Actor,
  id: ProjectId,
): Promise<ReadableProject> {
  return authorized<'read', ProjectOfMember>(await find(db, actor, id));
}

/**
 * Authorizes adding and removing content, and asking the AI. Throws 'project_not_found', and 'forbidden' for a caller who may
 * only view it.
 */
export async function requireEditableProject(
  { db }: { db: Db | Tx },
  actor: Actor,
  id: ProjectId,
): Promise<EditableProject> {
  const project = await find(db, actor, id);
  if (!abilitiesOf(project.role).edit) throw new AppError('forbidden');
  return authorized<'read' | 'edit', ProjectOfMember>(project);
}

/**
 * Authorizes settings, deletion, members and invitations. Throws 'project_not_found', and 'forbidden' for anyone but the owner.
 */
export async function requireManagedProject(
  { db }: { db: Db | Tx },
  actor: Actor,
  id: ProjectId,
): Promise<ManagedProject> {
  const project = await find(db, actor, id);
  if (!abilitiesOf(project.role).manage) throw new AppError('forbidden');
  return authorized<'read' | 'edit' | 'manage', ProjectOfMember>(project);
}

/**
 * Like `requireReadableProject`, and locks the project: memberships, roles and content cannot change until the transaction ends. Lock a
 * project before its transcripts to avoid deadlocks.
 */
export async function lockReadableProject(tx: Tx, actor: Actor, id: ProjectId): Promise<ReadableProject> {
  const project = isInReach(actor, id) ? await lockProjectRow(tx, id, actor.id) : undefined;
  if (!project) throw new AppError('project_not_found');
  return authorized<'read', ProjectOfMember>(project);
}

/** Like `requireEditableProject`, locked like `lockReadableProject`. */
export async function lockEditableProject(tx: Tx, actor: Actor, id: ProjectId): Promise<EditableProject> {
  const project = await lockReadableProject(tx, actor, id);
  if (!abilitiesOf(project.role).edit) throw new AppError('forbidden');
  return authorized<'read' | 'edit', ProjectOfMember>(project);
}

/** Like `requireManagedProject`, locked like `lockReadableProject`. */
export async function lockManagedProject(tx: Tx, actor: Actor, id: ProjectId): Promise<ManagedProject> {
  const project = await lockReadableProject(tx, actor, id);
  if (!abilitiesOf(project.role).manage) throw new AppError('forbidden');
  return authorized<'read' | 'edit' | 'manage', ProjectOfMember>(project);
}

/** The user's role in a project, for things that belong to it; undefined for a non-member, and out of reach. */
export async function roleIn(
  { db }: { db: Db | Tx },
  actor: Asker,
  projectId: number,
): Promise<ProjectRole | undefined> {
  if (!isInReach(actor, projectId)) return undefined;
  return findRole(db, projectId, actor.id);
}

async function find(db: Db | Tx, actor: Actor, id: ProjectId): Promise<ProjectOfMember> {
  const project = isInReach(actor, id) ? await findProject(db, id, actor.id) : undefined;
  if (!project) throw new AppError('project_not_found');
  return project;
}
