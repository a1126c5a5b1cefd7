import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getCurrentUser, SUCCESS, signIn, signOutEverywhere, signUp } from '#contract/auth.ts';
import type { Deps } from '../../deps.ts';
import { mount, mountOpen } from '../../http/mount.ts';
import { localPath } from '../../http/origin.ts';
import { cookieOptions, SESSION_COOKIE, sessionToken } from './access.ts';
import { checkCredentials, createAccount, endAllSessions, endSession } from './service.ts';

const SIGN_INS_A_MINUTE = 10;
const SIGN_UPS_AN_HOUR = 300;

export function authRoutes(app: FastifyInstance, deps: Pick<Deps, 'db'>): void {
  mountOpen(
    app,
    signUp,
    async ({ body }, { request, reply }) => {
      const { user, token } = await createAccount(deps, body);
      reply.setCookie(SESSION_COOKIE, token, cookieOptions(request));
      return user;
    },
    { config: { rateLimit: { max: SIGN_UPS_AN_HOUR, timeWindow: '1 hour' } } },
  );

  mountOpen(
    app,
    signIn,
    async ({ body }, { request, reply }) => {
      const { user, token } = await checkCredentials(deps, body);
      reply.setCookie(SESSION_COOKIE, token, cookieOptions(request));
      return user;
    },
    {
      config: {
        // By person and address: one guesses slowly, and nobody locks another out from elsewhere.
        rateLimit: {
          max: SIGN_INS_A_MINUTE,
          timeWindow: '1 minute',
          hook: 'preHandler',
          keyGenerator: signInKey,
        },
      },
    },
  );

  mount(app, getCurrentUser, (_, { actor }) => actor.user);

  mount(app, signOutEverywhere, async (_, { actor, reply }) => {
    await endAllSessions(deps, actor.id);
    reply.clearCookie(SESSION_COOKIE, { path: '/' });
    return SUCCESS;
  });

  app.get('/api/login', { schema: { hide: true } }, (request, reply) => {
    const { returnTo } = request.query as { returnTo?: unknown };
    const path = localPath(returnTo);
    return reply.redirect(path === '/' ? '/sign-in' : `/sign-in?returnTo=${encodeURIComponent(path)}`);
  });

  app.get('/api/logout', { schema: { hide: true } }, async (request, reply) => {
    const token = sessionToken(request);
    // Another site's page may send people here, but it does not sign them out.
    if (token && request.headers['sec-fetch-site'] !== 'cross-site') {
      await endSession(deps, token);
      reply.clearCookie(SESSION_COOKIE, { path: '/' });
    }
    return reply.redirect('/');
  });
}

function signInKey(request: FastifyRequest): string {
  const { email } = request.body as { email: string };
  return `${request.ip} ${email.toLowerCase()}`;
}
