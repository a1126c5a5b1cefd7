import { Email, NewPassword } from '#contract/auth.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { disconnectAll } from '../assistants/service.ts';
import { revokeAllTokens } from '../tokens/service.ts';
import { hashPassword } from './password.ts';
import { deleteIdentitiesOf, findUserByEmail, insertUser, type UserRow, updateUser } from './queries.ts';
import { endAllSessions } from './service.ts';
import { weaknessOf } from './weak-password.ts';

interface OperatorDeps {
  db: Db;
  events: Pick<Deps['events'], 'publish'>;
}

/** The message is the single line to print. */
export class NoAccount extends Error {}

/** Sets a password, also for a user without one, and ends all sessions and access tokens. Throws NoAccount, and for a weak password. */
export async function setPassword(deps: OperatorDeps, email: string, password: string): Promise<UserRow> {
  const passwordHash = await hashNew(password, email);
  return deps.db.transaction(async (tx) => {
    const user = await find(tx, email);
    await updateUser(tx, user.id, { passwordHash });
    await endAllAccess({ db: tx, events: deps.events }, user.id);
    return user;
  });
}

/** Creates an account, even if sign-up is closed. Throws for an address that is taken or invalid, and for a weak password. */
export async function createAccountByOperator(
  { db }: Pick<OperatorDeps, 'db'>,
  address: string,
  password: string,
): Promise<UserRow> {
  const { data: email, error } = Email.safeParse(address);
  if (email === undefined) throw new Error(error?.issues[0]?.message);
  const user = await insertUser(db, { email, passwordHash: await hashNew(password, email) });
  if (!user) throw new Error(`There is already an account with the email address ${email}.`);
  return user;
}

/** Signs a user out on all devices, and revokes all access tokens. Throws NoAccount. */
export async function signOut(deps: OperatorDeps, email: string): Promise<UserRow> {
  const user = await find(deps.db, email);
  await endAllAccess(deps, user.id);
  return user;
}

/**
 * Removes a user's links to identity providers, and signs the user out as `signOut` does: the next sign-in with this verified address makes a new
 * link. Returns whether there was one. Throws NoAccount.
 */
export function unlink(deps: OperatorDeps, email: string): Promise<{ user: UserRow; hadLink: boolean }> {
  return deps.db.transaction(async (tx) => {
    const user = await find(tx, email);
    const hadLink = await deleteIdentitiesOf(tx, user.id);
    await endAllAccess({ db: tx, events: deps.events }, user.id);
    return { user, hadLink };
  });
}

/** Ends whatever somebody else may have got into the account by. */
async function endAllAccess(
  deps: { db: Db | Tx; events: OperatorDeps['events'] },
  userId: number,
): Promise<void> {
  await endAllSessions(deps, userId);
  await revokeAllTokens(deps, userId);
  await disconnectAll(deps, userId);
}

async function hashNew(password: string, email: string): Promise<string> {
  const checked = NewPassword.safeParse(password);
  const wrong = checked.error?.issues[0]?.message ?? (await weaknessOf(password, email));
  if (wrong !== undefined) throw new Error(wrong);
  return hashPassword(password);
}

async function find(db: Db | Tx, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new NoAccount(`Nobody has the e-mail address ${email} here.`);
  return user;
}
