import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { presentUser } from './present.ts';
import { extendSession, findSession } from './queries.ts';

export const SESSION_COOKIE = 'tapescript_session';
export const SESSION_MS = 30 * 24 * 60 * 60_000;
/** A session in use is extended once a day, not on every request. */
const EXTEND_BELOW_MS = SESSION_MS - 24 * 60 * 60_000;

/** Finds out who makes each request to the interface, by one indexed read; pages and their files need none. */
export function authenticateRequests(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.decorateRequest('actor', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const token = sessionToken(request);
    if (!token || !request.url.startsWith('/api/')) return;
    const tokenHash = hashToken(token);
    const session = await findSession(db, tokenHash);
    if (!session) return;
    const user = presentUser(session.user);
    request.actor = { id: user.id, user };
    if (session.leftMs < EXTEND_BELOW_MS) {
      await extendSession(db, tokenHash, SESSION_MS);
      reply.setCookie(SESSION_COOKIE, token, cookieOptions(request));
    }
  });
}

export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[SESSION_COOKIE];
}

/** SHA-256, hex. The token has 256 random bits, so that no slow hash is needed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function cookieOptions(request: FastifyRequest) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: SESSION_MS / 1000,
  } as const;
}
