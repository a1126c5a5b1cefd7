import { and, eq, getTableColumns } from 'drizzle-orm';
import type { ProjectRole } from '#contract/projects.ts';
import type { Db, Tx } from '../../db/client.ts';
import { members, projects } from '../../db/schema/index.ts';

export type ProjectRow = typeof projects.$inferSelect;
/** A project, and the role in it of the user who asked. */
export type ProjectOfMember = ProjectRow & { role: ProjectRole };

/** The project, if the user is a member. */
export async function findProject(
  db: Db | Tx,
  id: number,
  userId: number,
): Promise<ProjectOfMember | undefined> {
  const [row] = await db
    .select({ ...getTableColumns(projects), role: members.role })
    .from(projects)
    .innerJoin(members, and(eq(members.projectId, projects.id), eq(members.userId, userId)))
    .where(eq(projects.id, id));
  return row;
}

/** The same, with the project and this membership locked until the transaction ends. */
export async function lockProjectRow(
  tx: Tx,
  id: number,
  userId: number,
): Promise<ProjectOfMember | undefined> {
  const [row] = await tx
    .select({ ...getTableColumns(projects), role: members.role })
    .from(projects)
    .innerJoin(members, and(eq(members.projectId, projects.id), eq(members.userId, userId)))
    .where(eq(projects.id, id))
    .for('update');
  return row;
}

/** A user's role in a project; undefined for a non-member. */
export async function findRole(
  db: Db | Tx,
  projectId: number,
  userId: number,
): Promise<ProjectRole | undefined> {
  const [row] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.projectId, projectId), eq(members.userId, userId)));
  return row?.role;
}

/** The ids of all members of a project, including the owner. */
export async function listMemberIds(db: Db | Tx, projectId: number): Promise<number[]> {
  const rows = await db.select({ id: members.userId }).from(members).where(eq(members.projectId, projectId));
  return rows.map(({ id }) => id);
}
