import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { CurrentUser, PasswordChange, SignUp } from '#contract/auth.ts';
import { UserId } from '#contract/ids.ts';
import { AppError } from '../../app-error.ts';
import { hashToken } from '../../auth/hash-token.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { SESSION_MS } from './access.ts';
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

/** A user who has just signed in, with the token for the cookie. */
export interface OpenedSession {
  user: CurrentUser;
  token: string;
}

/** Whether somebody without an account can create one: always while there are no accounts. */
export async function isSignUpOpen({ config, db }: SignUpDeps): Promise<boolean> {
  return config.signUp === 'open' || !(await hasUsers(db));
}

/** The same within the transaction that creates the account: of several at once only one is the first. */
export async function maySignUp({ config, db: tx }: SignUpDeps & { db: Tx }): Promise<boolean> {
  if (config.signUp === 'open') return true;
  await lockFirstAccount(tx);
  return !(await hasUsers(tx));
}

/** Creates an account. Throws 'sign_up_closed', 'email_taken', and 'invalid_input' for a weak password. */
export async function createAccount(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  { email, password, firstName, lastName }: z.output<typeof SignUp>,
): Promise<OpenedSession> {
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
): Promise<OpenedSession> {
  const row = await findUserByEmail(db, input.email);
  const matches = await isPassword(input.password, row?.passwordHash);
  if (!row || !matches) throw new AppError('wrong_credentials');
  return openSession(db, row);
}

/** Ends a session, and disconnects the windows that it opened. */
export async function endSession({ db, events }: SessionDeps, token: string): Promise<void> {
  const userId = await deleteSession(db, hashToken(token));
  if (userId !== undefined) await notifySessionEnded({ db, events }, userId);
}

/** The same for all of a user's sessions; within a transaction, on commit. */
export async function endAllSessions({ db, events }: SessionDeps, userId: number): Promise<void> {
  await deleteSessionsOf(db, userId);
  await notifySessionEnded({ db, events }, userId);
}

/** Whether a user has a password; users of an identity provider have none. */
export async function hasPassword({ db }: Pick<Deps, 'db'>, { email }: CurrentUser): Promise<boolean> {
  const row = await findUserByEmail(db, email);
  return row?.passwordHash != null;
}

/**
 * Changes the password of a user who knows the current one, and ends all other sessions than that of `token`. Throws
 * 'passwords_off' if the user has none, 'wrong_password', and 'invalid_input' for an unchanged or weak password.
 */
export async function changePassword(
  { db, events }: SessionDeps & Pick<Deps, 'db'>,
  { user, token }: OpenedSession,
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
    // If two changes run at once, the later one's current password is no longer right.
    if (!(await replacePassword(tx, user.id, { from, to }))) throw new AppError('wrong_password');
    await deleteSessionsOf(tx, user.id, hashToken(token));
    await notifySessionEnded({ db: tx, events }, user.id);
  });
}

/** It is not known which window belongs to which session: all reconnect, and those without a session are refused. */
function notifySessionEnded({ db, events }: SessionDeps, userId: number): Promise<void> {
  return events.publish(db, { kind: 'sessions-ended', userId: UserId.parse(userId) });
}

/** Deletes old sessions and used login states. */
export async function sweepSessions({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deleteExpiredSessions(db);
  await deleteExpiredLogins(db);
}

/** Opens a new session for a user who has just authenticated. */
export async function openSession(db: Db | Tx, row: UserRow): Promise<OpenedSession> {
  const token = randomBytes(32).toString('base64url');
  await insertSession(db, { tokenHash: hashToken(token), userId: row.id }, SESSION_MS);
  return { user: presentUser(row), token };
}
