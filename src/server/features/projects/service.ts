import { ProjectId, type TranscriptId } from '#contract/ids.ts';
import { MAX_PROJECTS } from '#contract/limits.ts';
import type { Project } from '#contract/projects.ts';
import { AppError } from '../../app-error.ts';
import { type Actor, isInReach } from '../../auth/actor.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../pipeline.ts';
import { findHolder } from '../analysis/service.ts';
import { articleFilesOf } from '../articles/service.ts';
import { lockEditableProject, lockManagedProject, lockReadableProject } from '../members/access.ts';
import { announceProject } from '../members/service.ts';
import { lockAllIn, lockInProject, lockOwnTranscripts } from '../transcripts/access.ts';
import { announceListsOf, moveTranscripts } from '../transcripts/service.ts';
import { presentProject } from './present.ts';
import {
  changeProject,
  deleteProjectRow,
  findProjectView,
  insertMember,
  insertProject,
  listProjectRows,
  lockOwnedCount,
} from './queries.ts';

export { sweepInvitations } from './invitations.ts';

type ServiceDeps = Pick<Deps, 'db' | 'events'>;

/** The editable details of a project; only the given ones are changed. */
interface Details {
  name?: string | undefined;
  description?: string | null | undefined;
  color?: string | undefined;
}

/** The projects of which the user is a member, newest first. */
export async function listProjects({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<Project[]> {
  const rows = await listProjectRows(db, actor.id);
  return rows.filter(({ id }) => isInReach(actor, id)).map(presentProject);
}

/** Throws 'project_not_found' for a non-member. */
export async function viewProject({ db }: { db: Db | Tx }, actor: Actor, id: ProjectId): Promise<Project> {
  const row = isInReach(actor, id) ? await findProjectView(db, id, actor.id) : undefined;
  if (!row) throw new AppError('project_not_found');
  return presentProject(row);
}

/** Creates a project owned by the user. Throws 'too_many_projects'. */
export function createProject(
  deps: ServiceDeps,
  actor: Actor,
  { name, description, color }: { name: string; description?: string | null | undefined; color: string },
): Promise<Project> {
  return deps.db.transaction(async (tx) => {
    if ((await lockOwnedCount(tx, actor.id)) >= MAX_PROJECTS) throw new AppError('too_many_projects');
    const id = await insertProject(tx, { name, description: description ?? null, color });
    await insertMember(tx, { projectId: id, userId: actor.id, role: 'owner' });
    await announceProject(deps, tx, id);
    return viewProject({ db: tx }, actor, ProjectId.parse(id));
  });
}

/** Changes the given details. Throws what lockManagedProject throws. */
export function updateProject(
  deps: ServiceDeps,
  { actor, id }: { actor: Actor; id: ProjectId },
  { name, description, color }: Details,
): Promise<Project> {
  return deps.db.transaction(async (tx) => {
    const project = await lockManagedProject(tx, actor, id);
    await changeProject(tx, id, {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(color === undefined ? {} : { color }),
    });
    await announceProject(deps, tx, id);
    // The lists of transcripts show the project's name.
    await announceListsOf(deps, tx, project);
    return viewProject({ db: tx }, actor, id);
  });
}

/**
 * Deletes a project with its articles, its conversation and its invitations; an answer in progress is stopped. Transcripts stay
 * with their owners.
 */
export async function deleteProject(
  deps: Pick<Deps, 'db' | 'events' | 'jobs'>,
  actor: Actor,
  id: ProjectId,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const project = await lockManagedProject(tx, actor, id);
    await emit(deps, tx, 'project.deleted', {
      answerId: (await findHolder(tx, `chat:project:${id}`)) ?? null,
      storageKeys: await articleFilesOf({ db: tx }, id),
    });
    await moveTranscripts(deps, tx, { transcripts: await lockAllIn(tx, project), project: null });
    await announceProject(deps, tx, id);
    await deleteProjectRow(tx, id);
  });
}

/**
 * Moves the user's own transcripts into a project, or out of any (null): all of them or none. Throws 'transcript_not_found', and
 * what lockEditableProject throws.
 */
export async function assignTranscripts(
  deps: ServiceDeps,
  actor: Actor,
  { transcriptIds, projectId }: { transcriptIds: readonly TranscriptId[]; projectId: ProjectId | null },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const project = projectId === null ? null : await lockEditableProject(tx, actor, projectId);
    const transcripts = await lockOwnTranscripts(tx, actor, transcriptIds);
    await moveTranscripts(deps, tx, { transcripts, project });
  });
}

/** Takes a transcript out of a project. Throws 'project_not_found', and what lockInProject throws. */
export async function removeTranscript(
  deps: ServiceDeps,
  actor: Actor,
  { id, transcriptId }: { id: ProjectId; transcriptId: TranscriptId },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const project = await lockReadableProject(tx, actor, id);
    const transcript = await lockInProject(tx, { actor, project }, transcriptId);
    await moveTranscripts(deps, tx, { transcripts: [transcript], project: null });
  });
}
