import type { Tx } from '../../db/client.ts';
import type { IdentityClaims } from '../../db/schema/users.ts';
import type { Deps } from '../../deps.ts';
import type { ProvenIdentity } from '../../identity/claims.ts';
import { IdentityError } from '../../identity/identity-error.ts';
import { disconnectAll } from '../assistants/service.ts';
import { revokeAllTokens } from '../tokens/service.ts';
import {
  findIdentity,
  findUserByEmail,
  insertIdentity,
  insertUser,
  lockIdentity,
  type UserRow,
  updateClaims,
  updateUser,
} from './queries.ts';
import { endAllSessions, maySignUp, type OpenedSession, openSession } from './service.ts';

const NO_CLAIMS: IdentityClaims = { firstName: null, lastName: null, profileImageUrl: null };

/**
 * Signs in the person whom the identity provider vouches for: as the linked user, else as the account with the same verified
 * address, else with a new account. Throws an IdentityError 'refused' for an address that is missing, taken by somebody else, or
 * not verified, and 'closed' if a new account is needed but sign-up is closed.
 */
export async function signInByIdentity(
  { config, db, events, identityProvider }: Pick<Deps, 'config' | 'db' | 'events' | 'identityProvider'>,
  identity: ProvenIdentity,
): Promise<OpenedSession> {
  return db.transaction(async (tx) => {
    await lockIdentity(tx, identity);
    const known = await findIdentity(tx, identity);
    if (known) return openSession(tx, await takeProfile(tx, known.user, known.claims, identity));
    const acceptsUnverified = identityProvider?.acceptsUnverifiedEmail ?? false;
    const { email, isEmailVerified } = identity;
    if (email === null) throw new IdentityError('refused', 'the provider gives no usable e-mail address');
    if (!isEmailVerified && !acceptsUnverified) {
      throw new IdentityError('refused', 'the provider does not say that the e-mail address is verified');
    }
    if (!(await findUserByEmail(tx, email)) && !(await maySignUp({ config, db: tx }))) {
      throw new IdentityError('closed', 'nobody has the e-mail address here, and new accounts are closed');
    }
    const user =
      (await insertUser(tx, { email })) ?? (await linkAccount({ db: tx, events }, email, isEmailVerified));
    const { issuer, subject, profile } = identity;
    if (!(await insertIdentity(tx, { issuer, subject, userId: user.id, claims: NO_CLAIMS }))) {
      throw new IdentityError('refused', 'the e-mail address is that of another person of this provider');
    }
    return openSession(tx, await takeProfile(tx, user, NO_CLAIMS, { issuer, subject, profile }));
  });
}

/**
 * Links the account with this address to the person. Its creator never had to prove that the address is theirs, so the old
 * password, sessions and access tokens end here.
 */
async function linkAccount(
  { db: tx, events }: { db: Tx; events: Deps['events'] },
  email: string,
  isEmailVerified: boolean,
): Promise<UserRow> {
  if (!isEmailVerified) {
    throw new IdentityError(
      'refused',
      'the e-mail address has an account, and the provider does not vouch for it',
    );
  }
  const existing = await findUserByEmail(tx, email);
  const user = existing && (await updateUser(tx, existing.id, { passwordHash: null }));
  if (!user) throw new IdentityError('refused', 'the account with this e-mail address is gone');
  await endAllSessions({ db: tx, events }, user.id);
  await revokeAllTokens({ db: tx, events }, user.id);
  await disconnectAll({ db: tx }, user.id);
  return user;
}

/** Updates name and picture to the provider's current ones, except where the user has changed them here. */
async function takeProfile(
  tx: Tx,
  user: UserRow,
  before: IdentityClaims,
  { profile, ...key }: Pick<ProvenIdentity, 'issuer' | 'subject' | 'profile'>,
): Promise<UserRow> {
  const take = (field: keyof IdentityClaims) =>
    user[field] === before[field] ? profile[field] : user[field];
  await updateClaims(tx, key, profile);
  const change = {
    firstName: take('firstName'),
    lastName: take('lastName'),
    profileImageUrl: take('profileImageUrl'),
  };
  return (await updateUser(tx, user.id, change)) ?? user;
}
