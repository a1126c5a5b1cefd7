import { z } from 'zod';
import { hashToken } from '../../auth/hash-token.ts';
import type { Deps } from '../../deps.ts';
import { IdentityError } from '../../identity/identity-error.ts';
import type { LoginSecrets } from '../../identity/provider.ts';
import { cookieOptions, type Exchange } from './access.ts';
import { insertSpentLogin } from './queries.ts';

/** A login in progress at the identity provider. Only the browser that began it holds it, encrypted. */
const LoginAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  expiresMs: z.number(),
});
type LoginAttempt = z.infer<typeof LoginAttempt>;

const COOKIE = 'tapescript_login_';
/** Only the interface needs the cookie, not the pages. */
const PATH = '/api';
const PLACE = 'login';
/** Enough time to find a password and a phone. */
const LOGIN_MS = 15 * 60_000;
/** Logins in progress in several tabs; more cookies would exceed the header size limit. */
const MAX_ATTEMPTS = 5;
/** Browsers allow 4 kB per cookie, servers 16 kB of request headers. */
const MAX_RETURN_LENGTH = 1000;

/** Stores a login in a cookie of its own, so that several tabs do not interfere. */
export function keepAttempt(
  { cipher, clock }: Pick<Deps, 'cipher' | 'clock'>,
  { request, reply }: Exchange,
  attempt: LoginSecrets & Pick<LoginAttempt, 'redirectUri' | 'returnTo'>,
): void {
  const open = Object.entries(request.cookies)
    .filter(([name]) => name.startsWith(COOKIE))
    .map(([name, encrypted]) => ({ name, expiresMs: read({ cipher }, encrypted)?.expiresMs ?? 0 }))
    .sort((a, b) => b.expiresMs - a.expiresMs);
  for (const { name } of open.slice(MAX_ATTEMPTS - 1)) reply.clearCookie(name, { path: PATH });
  const returnTo = attempt.returnTo.length > MAX_RETURN_LENGTH ? '/' : attempt.returnTo;
  const kept: LoginAttempt = { ...attempt, returnTo, expiresMs: clock.now() + LOGIN_MS };
  const encrypted = cipher.encrypt(PLACE, JSON.stringify(kept));
  const options = { ...cookieOptions(request), path: PATH, maxAge: LOGIN_MS / 1000 };
  reply.setCookie(cookieOf(attempt.state), encrypted, options);
}

/**
 * This browser's login with this state. Deletes the cookie, and no node accepts the login a second time. Throws an IdentityError
 * 'denied' for a login that is missing, another browser's, expired, or already used.
 */
export async function takeAttempt(
  { db, cipher, clock }: Pick<Deps, 'db' | 'cipher' | 'clock'>,
  { request, reply }: Exchange,
  state: string,
): Promise<LoginAttempt> {
  const name = cookieOf(state);
  const encrypted = request.cookies[name];
  if (encrypted === undefined) throw new IdentityError('denied', 'this browser has no login with this state');
  reply.clearCookie(name, { path: PATH });
  const attempt = read({ cipher }, encrypted);
  if (attempt?.state !== state) throw new IdentityError('denied', 'the login was changed');
  if (attempt.expiresMs < clock.now()) throw new IdentityError('denied', 'the login took too long');
  const isFirst = await insertSpentLogin(db, {
    stateHash: hashToken(state),
    expiresAt: new Date(attempt.expiresMs),
  });
  if (!isFirst) throw new IdentityError('denied', 'the login was back before');
  return attempt;
}

function cookieOf(state: string): string {
  return COOKIE + hashToken(state).slice(0, 16);
}

function read({ cipher }: Pick<Deps, 'cipher'>, encrypted: string | undefined): LoginAttempt | undefined {
  const text = cipher.decrypt(PLACE, encrypted ?? '');
  return text === null ? undefined : LoginAttempt.parse(JSON.parse(text));
}
