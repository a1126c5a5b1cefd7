import { and, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { msFromNow } from '../../db/clock.ts';
import { prepared } from '../../db/prepared.ts';
import { type IdentityClaims, identities, sessions, spentLogins, users } from '../../db/schema/index.ts';

export type UserRow = typeof users.$inferSelect;

export async function findUserByEmail(db: Db | Tx, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return row;
}

/** Undefined if the email address is taken, ignoring case. */
export async function insertUser(
  db: Db | Tx,
  user: Pick<UserRow, 'email'> & Partial<Omit<UserRow, 'id' | 'email' | 'createdAt'>>,
): Promise<UserRow | undefined> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
  return row;
}

/** Whether there are any accounts. */
export async function hasUsers(db: Db | Tx): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from ${users} limit 1`);
  return rowCount === 1;
}

/** Serializes the creation of first accounts until the transaction ends. */
export async function lockFirstAccount(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`);
}

/** Creates a session that is valid for this many milliseconds from now. */
export async function insertSession(
  db: Db | Tx,
  session: { tokenHash: string; userId: number },
  goodForMs: number,
): Promise<void> {
  await db.insert(sessions).values({ ...session, expiresAt: msFromNow(goodForMs) });
}

const leftMs = sql<number>`(extract(epoch from ${sessions.expiresAt} - now()) * 1000)::float8`;

const sessionByToken = prepared((db) =>
  db
    .select({ user: users, leftMs })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), gt(sessions.expiresAt, sql`now()`)))
    .prepare('session_by_token'),
);

/** The user of a valid session, and for how many more milliseconds it is valid; undefined if there is none. */
export async function findSession(
  db: Db | Tx,
  tokenHash: string,
): Promise<{ user: UserRow; leftMs: number } | undefined> {
  const [row] = await sessionByToken(db).execute({ tokenHash });
  return row;
}

/** Makes a session valid for this many milliseconds from now. */
export async function extendSession(db: Db | Tx, tokenHash: string, goodForMs: number): Promise<void> {
  await db
    .update(sessions)
    .set({ expiresAt: msFromNow(goodForMs) })
    .where(eq(sessions.tokenHash, tokenHash));
}

/** Returns the session's user; undefined if there was no such session. */
export async function deleteSession(db: Db | Tx, tokenHash: string): Promise<number | undefined> {
  const [row] = await db
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ userId: sessions.userId });
  return row?.userId;
}

/** Deletes all of a user's sessions, or all but one. */
export async function deleteSessionsOf(db: Db | Tx, userId: number, keptTokenHash?: string): Promise<void> {
  const isOther = keptTokenHash === undefined ? undefined : ne(sessions.tokenHash, keptTokenHash);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), isOther));
}

export async function deleteExpiredSessions(db: Db | Tx): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
}

export async function updateUser(
  db: Db | Tx,
  id: number,
  change: Partial<IdentityClaims> & { passwordHash?: string | null },
): Promise<UserRow | undefined> {
  const [row] = await db.update(users).set(change).where(eq(users.id, id)).returning();
  return row;
}

/** False if the password has changed in the meantime. */
export async function replacePassword(
  db: Db | Tx,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { rowCount } = await db
    .update(users)
    .set({ passwordHash: to })
    .where(and(eq(users.id, id), eq(users.passwordHash, from)));
  return rowCount === 1;
}

/** A person's identity at an identity provider. */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

/** Serializes sign-ins of one person of a provider until the transaction ends. */
export async function lockIdentity(tx: Tx, { issuer, subject }: IdentityKey): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`);
}

export async function findIdentity(
  db: Db | Tx,
  { issuer, subject }: IdentityKey,
): Promise<{ user: UserRow; claims: IdentityClaims } | undefined> {
  const [row] = await db
    .select({ user: users, claims: identities.claims })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row;
}

/** False if the account is already linked to somebody else at this provider. */
export async function insertIdentity(
  db: Db | Tx,
  identity: IdentityKey & { userId: number; claims: IdentityClaims },
): Promise<boolean> {
  const { rowCount } = await db.insert(identities).values(identity).onConflictDoNothing();
  return rowCount === 1;
}

/** Whether there was one. */
export async function deleteIdentitiesOf(db: Db | Tx, userId: number): Promise<boolean> {
  const { rowCount } = await db.delete(identities).where(eq(identities.userId, userId));
  return rowCount !== null && rowCount > 0;
}

/** Records what the identity provider stated about a person at the last sign-in. */
export async function updateClaims(
  db: Db | Tx,
  { issuer, subject }: IdentityKey,
  claims: IdentityClaims,
): Promise<void> {
  await db
    .update(identities)
    .set({ claims })
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
}

/** False if it was already used. */
export async function insertSpentLogin(
  db: Db | Tx,
  login: { stateHash: string; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.insert(spentLogins).values(login).onConflictDoNothing();
  return rowCount === 1;
}

export async function deleteExpiredLogins(db: Db | Tx): Promise<void> {
  await db.delete(spentLogins).where(lt(spentLogins.expiresAt, sql`now()`));
}
