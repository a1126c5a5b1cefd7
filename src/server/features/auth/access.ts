import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import { type Actor, ANYONE } from '../../auth/actor.ts';
import { bearerOf, hasTokenText, looksPersonal } from '../../auth/bearer.ts';
import { hashToken } from '../../auth/hash-token.ts';
import { isInnerCall } from '../../auth/inner-call.ts';
import type { Deps } from '../../deps.ts';
import { signInOrigin } from '../../http/origin.ts';
import { readAssistantToken } from '../assistants/service.ts';
import { findTokenReader, readToken } from '../tokens/service.ts';
import { presentUser } from './present.ts';
import { extendSession, findSession } from './queries.ts';

const COOKIE = 'tapescript_session';
/** Browsers accept a cookie with this prefix only over https and for the whole site, and never from a sibling subdomain. */
const SECURE_COOKIE = `__Host-${COOKIE}`;
export const SESSION_MS = 30 * 24 * 60 * 60_000;
/** A session in use is extended once a day, not on every request. */
const EXTEND_BELOW_MS = SESSION_MS - 24 * 60 * 60_000;

/**
 * Authenticates each request of people and programs with one indexed read; pages and their files need none. A request that presents an
 * access token is judged by that alone, and throws what `readToken` throws; 'token_in_address' where it does so in its address.
 */
export function authenticateRequests(
  app: FastifyInstance,
  { db, config }: Pick<Deps, 'db' | 'config'>,
): void {
  app.decorateRequest('actor');
  app.addHook('onRequest', async (request, reply) => {
    request.actor = ANYONE;
    if (!/^\/(?:api\/|oauth\/consent\/|mcp(?:$|\?))/.test(request.url)) return;
    const bearer = bearerOf(request);
    if (bearer !== undefined) {
      request.actor = await actorOf({ db, config }, request, bearer);
      return;
    }
    if (hasTokenText(request.url)) throw new AppError('token_in_address');
    const session = await openSessionOf({ db }, request);
    if (!session) return;
    request.actor = session.actor;
    if (session.leftMs < EXTEND_BELOW_MS) {
      await extendSession(db, hashToken(session.token), SESSION_MS);
      keepSession({ request, reply }, session.token);
    }
  });
}

/** Who a request's session cookie belongs to, also where requests are not authenticated; null without an open session. */
export async function findSignedIn({ db }: Pick<Deps, 'db'>, request: FastifyRequest): Promise<Actor | null> {
  return (await openSessionOf({ db }, request))?.actor ?? null;
}

async function openSessionOf(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
): Promise<{ actor: Actor; token: string; leftMs: number } | null> {
  const token = sessionToken(request);
  const session = token === undefined ? undefined : await findSession(db, hashToken(token));
  if (token === undefined || !session) return null;
  const user = presentUser(session.user);
  return { actor: { via: 'session', id: user.id, user, reach: null }, token, leftMs: session.leftMs };
}

/** An assistant's token is for /mcp, and for what that calls. */
async function actorOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: FastifyRequest,
  bearer: string,
): Promise<Actor> {
  const by = { address: request.ip, program: request.headers['user-agent'] };
  const isForAssistants = isInnerCall(request) || !request.url.startsWith('/api/');
  const mayBeAssistant = !looksPersonal(bearer) && isForAssistants;
  const origin = mayBeAssistant ? signInOrigin(request, config.publicUrl) : undefined;
  if (origin !== undefined) {
    const { user: row, token } = await readAssistantToken({ db }, { text: bearer, origin }, by);
    const user = presentUser(row);
    return { via: 'token', id: user.id, user, token, reach: null };
  }
  const { user: row, token, reach } = await readToken({ db }, bearer, by);
  const user = presentUser(row);
  return { via: 'token', id: user.id, user, token, reach };
}

/** Whether the request's session is still open, or its access token still valid. */
export async function isSignedIn({ db }: Pick<Deps, 'db'>, request: FastifyRequest): Promise<boolean> {
  const { actor } = request;
  // An assistant's token opens nothing that lasts.
  if (actor.via === 'token')
    return actor.token.kind === 'personal' && (await findTokenReader({ db }, actor.token.id)) !== undefined;
  const token = sessionToken(request);
  return token !== undefined && (await findSession(db, hashToken(token))) !== undefined;
}

/** The token in the request's session cookie; undefined if there is none. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(request)];
}

/** Whether the request has a session cookie, which may have expired. */
export function hasSession(request: FastifyRequest): boolean {
  return sessionToken(request) !== undefined;
}

/** A request with its reply. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sets the session cookie. */
export function keepSession({ request, reply }: Exchange, token: string): void {
  reply.setCookie(nameOf(request), token, cookieOptions(request));
}

/** Deletes the session cookie. */
export function forgetSession({ request, reply }: Exchange): void {
  reply.clearCookie(nameOf(request), cookieOptions(request));
}

function nameOf({ protocol }: FastifyRequest): string {
  return protocol === 'https' ? SECURE_COOKIE : COOKIE;
}

/** The attributes of the session cookie: secure over HTTPS, and valid as long as a session. */
export function cookieOptions(request: FastifyRequest) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: SESSION_MS / 1000,
  } as const;
}
