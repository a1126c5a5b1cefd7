import { and, count, desc, eq, getTableColumns, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { USE_NOTED_EVERY_MS } from '../../auth/last-use.ts';
import type { Db, Tx } from '../../db/client.ts';
import { msFromNow } from '../../db/clock.ts';
import { prepared } from '../../db/prepared.ts';
import { accessTokens, projects, users } from '../../db/schema/index.ts';

export type TokenRow = typeof accessTokens.$inferSelect;
/** A token as its owner sees it. */
export type TokenView = TokenRow & { projectName: string | null; hasExpired: boolean };

const hasExpired = sql<boolean>`${accessTokens.expiresAt} <= now()`;
const isValid = and(isNull(accessTokens.revokedAt), gt(accessTokens.expiresAt, sql`now()`));
/** Its last use was noted long enough ago for this one to be noted. */
const isUnnoted = or(
  isNull(accessTokens.lastUsedAt),
  lt(accessTokens.lastUsedAt, msFromNow(-USE_NOTED_EVERY_MS)),
);

const tokenByHash = prepared((db) =>
  db
    .select({
      user: users,
      id: accessTokens.id,
      scopes: accessTokens.scopes,
      projectId: accessTokens.projectId,
      isRevoked: sql<boolean>`${accessTokens.revokedAt} is not null`,
      hasExpired,
      isUnnoted: sql<boolean>`${isUnnoted}`,
    })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(eq(accessTokens.tokenHash, sql.placeholder('tokenHash')))
    .prepare('token_by_hash'),
);

/** A token with the person whose it is, also if it is revoked or has expired. */
export async function findToken(db: Db | Tx, tokenHash: string) {
  const [row] = await tokenByHash(db).execute({ tokenHash });
  return row;
}

/** Whose a token is that is neither revoked nor expired. */
export async function findValidToken(
  db: Db | Tx,
  id: number,
): Promise<Pick<TokenRow, 'userId' | 'projectId'> | undefined> {
  const [row] = await db
    .select({ userId: accessTokens.userId, projectId: accessTokens.projectId })
    .from(accessTokens)
    .where(and(eq(accessTokens.id, id), isValid));
  return row;
}

/** Notes who used a token now, unless that was noted less than a minute ago. */
export async function noteUse(
  db: Db | Tx,
  id: number,
  use: Pick<TokenRow, 'lastAddress' | 'lastProgram'>,
): Promise<void> {
  await db
    .update(accessTokens)
    .set({ ...use, lastUsedAt: sql`now()` })
    .where(and(eq(accessTokens.id, id), isUnnoted));
}

/** A person's tokens that were not revoked, newest first. */
export function listTokenRows(db: Db | Tx, userId: number): Promise<TokenView[]> {
  return viewsOf(db, and(eq(accessTokens.userId, userId), isNull(accessTokens.revokedAt)));
}

export async function findTokenView(db: Db | Tx, id: number): Promise<TokenView | undefined> {
  const [row] = await viewsOf(db, eq(accessTokens.id, id));
  return row;
}

function viewsOf(db: Db | Tx, which: SQL | undefined): Promise<TokenView[]> {
  return db
    .select({ ...getTableColumns(accessTokens), projectName: projects.name, hasExpired })
    .from(accessTokens)
    .leftJoin(projects, eq(projects.id, accessTokens.projectId))
    .where(which)
    .orderBy(desc(accessTokens.id));
}

/** How many valid tokens a person has; locks the person's creation of tokens until the transaction ends. */
export async function lockTokenCount(tx: Tx, userId: number): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const [row] = await tx
    .select({ total: count() })
    .from(accessTokens)
    .where(and(eq(accessTokens.userId, userId), isValid));
  return row?.total ?? 0;
}

/** Creates a token that is valid for this many milliseconds from now. */
export async function insertToken(
  tx: Tx,
  row: Omit<typeof accessTokens.$inferInsert, 'expiresAt'>,
  goodForMs: number,
): Promise<number> {
  const [inserted] = await tx
    .insert(accessTokens)
    .values({ ...row, expiresAt: msFromNow(goodForMs) })
    .returning({ id: accessTokens.id });
  if (!inserted) throw new Error('The database returned no row for an insert.');
  return inserted.id;
}

/** Revokes a person's tokens, or one of them; returns how many were not revoked yet. */
export async function revokeTokens(db: Db | Tx, userId: number, id?: number): Promise<number> {
  const isThis = id === undefined ? undefined : eq(accessTokens.id, id);
  const rows = await db
    .update(accessTokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(accessTokens.userId, userId), isThis, isNull(accessTokens.revokedAt)))
    .returning({ id: accessTokens.id });
  return rows.length;
}

/** Deletes tokens that ended longer ago than this. */
export async function deleteEndedTokens(db: Db | Tx, endedForMs: number): Promise<void> {
  const before = msFromNow(-endedForMs);
  await db
    .delete(accessTokens)
    .where(or(lt(accessTokens.expiresAt, before), lt(accessTokens.revokedAt, before)));
}
