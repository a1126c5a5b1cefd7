import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { CurrentUser, PasswordChange, SignUp } from '#contract/auth.ts';
import { UserId } from '#contract/ids.ts';
import { AppError } from '../../app-error.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { hashToken, SESSION_MS } from './access.ts';
import { hashPassword, isPassword } from './password.ts';
import { presentUser } from './present.ts';
import {
  deleteExpiredLogins,
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findUserByEmail,
  hasUsers,
  insertSession,
  insertUser,
  lockFirstAccount,
  replacePassword,
  type UserRow,
} from './queries.ts';
import { refuseWeakPassword } from './weak-password.ts';

interface SignUpDeps {
  config: Pick<Deps['config'], 'signUp'>;
  db: Db | Tx;
}

interface SessionDeps {
  db: Db | Tx;
  events: Pick<Deps['events'], 'publish'>;
}

/** A person who has just signed in, with the token for the cookie. */
export interface SignedIn {
  user: CurrentUser;
  token: string;
}

/** Whether somebody who has no account can make one: always while nobody has. */
export async function isSignUpOpen({ config, db }: SignUpDeps): Promise<boolean> {
  return config.signUp === 'open' || !(await hasUsers(db));
}

/** The same within the transaction that makes the account: of several at once only one is the first. */
export async function maySignUp({ config, db: tx }: SignUpDeps & { db: Tx }): Promise<boolean> {
  if (config.signUp === 'open') return true;
  await lockFirstAccount(tx);
  return !(await hasUsers(tx));
}

/** Makes an account. Throws 'sign_up_closed', 'email_taken', and 'invalid_input' for a password that is too weak. */
export async function createAccount(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  { email, password, firstName, lastName }: z.output<typeof SignUp>,
): Promise<SignedIn> {
  if (!(await isSignUpOpen({ config, db }))) throw new AppError('sign_up_closed');
  await refuseWeakPassword('password', { password, email });
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    if (!(await maySignUp({ config, db: tx }))) throw new AppError('sign_up_closed');
    const row = await insertUser(tx, { email, passwordHash, firstName, lastName: lastName ?? null });
    if (!row) throw new AppError('email_taken');
    return openSession(tx, row);
  });
}

/** Throws 'wrong_credentials', the same for an unknown address and a wrong password. */
export async function checkCredentials(
  { db }: Pick<Deps, 'db'>,
  input: { email: string; password: string },
): Promise<SignedIn> {
  const row = await findUserByEmail(db, input.email);
  const matches = await isPassword(input.password, row?.passwordHash);
  if (!row || !matches) throw new AppError('wrong_credentials');
  return openSession(db, row);
}

/** Ends a session, and lets the windows go that were opened by it. */
export async function endSession({ db, events }: SessionDeps, token: string): Promise<void> {
  const userId = await deleteSession(db, hashToken(token));
  if (userId !== undefined) await tellEnded({ db, events }, userId);
}

/** The same for all sessions of a person; within a transaction when it commits. */
export async function endAllSessions({ db, events }: SessionDeps, userId: number): Promise<void> {
  await deleteSessionsOf(db, userId);
  await tellEnded({ db, events }, userId);
}

/** Whether somebody has a password, as those have not who came by an identity provider. */
export async function hasPassword({ db }: Pick<Deps, 'db'>, { email }: CurrentUser): Promise<boolean> {
  const row = await findUserByEmail(db, email);
  return row?.passwordHash != null;
}

/**
 * Gives somebody another password who knows the one that he has, and ends all his sessions but the one of `token`. Throws 'passwords_off' where
 * he has none, 'wrong_password', and 'invalid_input' for the same password and one that is too weak.
 */
export async function changePassword(
  { db, events }: SessionDeps & Pick<Deps, 'db'>,
  { user, token }: SignedIn,
  { currentPassword, newPassword }: z.output<typeof PasswordChange>,
): Promise<void> {
  const from = (await findUserByEmail(db, user.email))?.passwordHash;
  if (from == null) throw new AppError('passwords_off');
  if (!(await isPassword(currentPassword, from))) throw new AppError('wrong_password');
  await refuseWeakPassword('newPassword', {
    password: newPassword,
    email: user.email,
    current: currentPassword,
  });
  const to = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    // Of two changes at once the later one does not know the password any more.
    if (!(await replacePassword(tx, user.id, { from, to }))) throw new AppError('wrong_password');
    await deleteSessionsOf(tx, user.id, hashToken(token));
    await tellEnded({ db: tx, events }, user.id);
  });
}

/** Which of the windows belong to which session is not known: all connect again, and those without one are refused. */
function tellEnded({ db, events }: SessionDeps, userId: number): Promise<void> {
  return events.publish(db, { kind: 'sessions-ended', userId: UserId.parse(userId) });
}

/** Old sessions, and what is remembered of logins that came back. */
export async function sweepSessions({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deleteExpiredSessions(db);
  await deleteExpiredLogins(db);
}

/** Signs somebody in who has just proven who he is; always by a new session. */
export async function openSession(db: Db | Tx, row: UserRow): Promise<SignedIn> {
  const token = randomBytes(32).toString('base64url');
  await insertSession(db, { tokenHash: hashToken(token), userId: row.id }, SESSION_MS);
  return { user: presentUser(row), token };
}
