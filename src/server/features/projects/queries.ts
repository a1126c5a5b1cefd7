import { and, asc, count, desc, eq, getTableColumns, gt, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { InvitedRole, ProjectRole } from '#contract/projects.ts';
import type { Db, Tx } from '../../db/client.ts';
import { msFromNow } from '../../db/clock.ts';
import { invitations, members, projects, users } from '../../db/schema/index.ts';

/** A project as one of its members sees it. */
export type ProjectView = typeof projects.$inferSelect & {
  role: ProjectRole;
  transcriptCount: number;
  articleCount: number;
  memberCount: number;
};
export type MemberRow = Pick<typeof members.$inferSelect, 'role' | 'addedAt'> &
  Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'lastName' | 'email'>;
export type InvitationRow = typeof invitations.$inferSelect;
/** An invitation with what its holder may see. */
export type OfferRow = InvitationRow & { projectName: string; hasExpired: boolean } & Pick<
    typeof users.$inferSelect,
    'firstName' | 'lastName' | 'email'
  >;

const countOf = (table: 'transcripts' | 'articles' | 'members') =>
  sql<number>`(select count(*)::integer from ${sql.identifier(table)} as held where held.project_id = projects.id)`;

const VIEW = {
  ...getTableColumns(projects),
  role: members.role,
  transcriptCount: countOf('transcripts'),
  articleCount: countOf('articles'),
  memberCount: countOf('members'),
};

/** The user's projects with their counts, newest first. */
export function listProjectRows(db: Db | Tx, userId: number): Promise<ProjectView[]> {
  return viewsOf(db, eq(members.userId, userId));
}

/** One of the user's projects with its counts. */
export async function findProjectView(
  db: Db | Tx,
  id: number,
  userId: number,
): Promise<ProjectView | undefined> {
  const [row] = await viewsOf(db, and(eq(projects.id, id), eq(members.userId, userId)));
  return row;
}

function viewsOf(db: Db | Tx, which: SQL | undefined): Promise<ProjectView[]> {
  return db
    .select(VIEW)
    .from(members)
    .innerJoin(projects, eq(projects.id, members.projectId))
    .where(which)
    .orderBy(desc(projects.id));
}

/** How many projects the user owns; locks the user's project creation until the transaction ends. */
export async function lockOwnedCount(tx: Tx, userId: number): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const [row] = await tx
    .select({ total: count() })
    .from(members)
    .where(and(eq(members.userId, userId), eq(members.role, 'owner')));
  return row?.total ?? 0;
}

export async function insertProject(tx: Tx, row: typeof projects.$inferInsert): Promise<number> {
  const [inserted] = await tx.insert(projects).values(row).returning({ id: projects.id });
  if (!inserted) throw new Error('The database returned no row for an insert.');
  return inserted.id;
}

export async function changeProject(
  tx: Tx,
  id: number,
  change: Partial<typeof projects.$inferInsert>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.update(projects).set(change).where(eq(projects.id, id));
}

export async function deleteProjectRow(tx: Tx, id: number): Promise<void> {
  await tx.delete(projects).where(eq(projects.id, id));
}

/** The owner, then the others in the order in which they joined. */
export function listMembers(db: Db | Tx, projectId: number): Promise<MemberRow[]> {
  return membersWhere(db, eq(members.projectId, projectId));
}

export async function findMember(
  db: Db | Tx,
  projectId: number,
  userId: number,
): Promise<MemberRow | undefined> {
  const [row] = await membersWhere(db, and(eq(members.projectId, projectId), eq(members.userId, userId)));
  return row;
}

function membersWhere(db: Db | Tx, which: SQL | undefined): Promise<MemberRow[]> {
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      role: members.role,
      addedAt: members.addedAt,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(which)
    .orderBy(asc(ne(members.role, 'owner')), asc(members.addedAt), asc(members.userId));
}

export async function insertMember(tx: Tx, row: typeof members.$inferInsert): Promise<void> {
  await tx.insert(members).values(row);
}

export async function changeRole(
  tx: Tx,
  { projectId, userId, role }: { projectId: number; userId: number; role: InvitedRole },
): Promise<void> {
  await tx
    .update(members)
    .set({ role })
    .where(and(eq(members.projectId, projectId), eq(members.userId, userId)));
}

export async function deleteMember(tx: Tx, projectId: number, userId: number): Promise<void> {
  await tx.delete(members).where(and(eq(members.projectId, projectId), eq(members.userId, userId)));
}

/** Invitations that can still be accepted, newest first. */
export function listOpenInvitations(db: Db | Tx, projectId: number): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.projectId, projectId), gt(invitations.expiresAt, sql`now()`)))
    .orderBy(desc(invitations.id));
}

export async function insertInvitation(
  tx: Tx,
  { goodForMs, ...row }: Omit<typeof invitations.$inferInsert, 'expiresAt'> & { goodForMs: number },
): Promise<InvitationRow> {
  const [inserted] = await tx
    .insert(invitations)
    .values({ ...row, expiresAt: msFromNow(goodForMs) })
    .returning();
  if (!inserted) throw new Error('The database returned no row for an insert.');
  return inserted;
}

export async function findOffer(db: Db | Tx, token: string): Promise<OfferRow | undefined> {
  const [row] = await db
    .select({
      ...getTableColumns(invitations),
      hasExpired: sql<boolean>`${invitations.expiresAt} <= now()`,
      projectName: projects.name,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(invitations)
    .innerJoin(projects, eq(projects.id, invitations.projectId))
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(eq(invitations.token, token));
  return row;
}

/** The project of an invitation, locked: nobody joins or leaves it until the transaction ends. */
export async function lockInvitedProject(tx: Tx, token: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ id: projects.id })
    .from(projects)
    .innerJoin(invitations, eq(invitations.projectId, projects.id))
    .where(eq(invitations.token, token))
    .for('update', { of: projects });
  return row?.id;
}

/** Whether there was one. */
export async function deleteInvitation(tx: Tx, projectId: number, id: number): Promise<boolean> {
  const rows = await tx
    .delete(invitations)
    .where(and(eq(invitations.projectId, projectId), eq(invitations.id, id)))
    .returning({ id: invitations.id });
  return rows.length > 0;
}

/** Deletes invitations that expired longer ago than this. */
export async function deleteOldInvitations(db: Db | Tx, olderThanMs: number): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, msFromNow(-olderThanMs)));
}
