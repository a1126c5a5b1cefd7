import { NewPassword } from '#contract/auth.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { hashPassword } from './password.ts';
import { deleteIdentitiesOf, findUserByEmail, type UserRow, updateUser } from './queries.ts';
import { endAllSessions } from './service.ts';

interface OperatorDeps {
  db: Db;
  events: Pick<Deps['events'], 'publish'>;
}

/** The message is the one line to print. */
export class NoAccount extends Error {}

/** Gives somebody a new password, also who had none, and ends the sessions. Throws NoAccount, and for a password that nobody may have. */
export async function setPassword(deps: OperatorDeps, email: string, password: string): Promise<UserRow> {
  const checked = NewPassword.safeParse(password);
  if (!checked.success) throw new Error(checked.error.issues[0]?.message);
  const passwordHash = await hashPassword(checked.data);
  return deps.db.transaction(async (tx) => {
    const user = await find(tx, email);
    await updateUser(tx, user.id, { passwordHash });
    await endAllSessions({ db: tx, events: deps.events }, user.id);
    return user;
  });
}

/** Signs somebody out on all devices. Throws NoAccount. */
export async function signOut(deps: OperatorDeps, email: string): Promise<UserRow> {
  const user = await find(deps.db, email);
  await endAllSessions(deps, user.id);
  return user;
}

/**
 * Forgets who somebody is at identity providers, and signs out: the next sign-in with this verified address makes a new link. Answers
 * whether there was one. Throws NoAccount.
 */
export function unlink(deps: OperatorDeps, email: string): Promise<{ user: UserRow; hadLink: boolean }> {
  return deps.db.transaction(async (tx) => {
    const user = await find(tx, email);
    const hadLink = await deleteIdentitiesOf(tx, user.id);
    await endAllSessions({ db: tx, events: deps.events }, user.id);
    return { user, hadLink };
  });
}

async function find(db: Db | Tx, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new NoAccount(`Nobody has the e-mail address ${email} here.`);
  return user;
}
