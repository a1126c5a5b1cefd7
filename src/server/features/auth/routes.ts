import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getCurrentUser, SUCCESS, signIn, signOutEverywhere, signUp } from '#contract/auth.ts';
import { AppError } from '../../app-error.ts';
import { mount, mountOpen } from '../../http/mount.ts';
import { cookieOptions, SESSION_COOKIE, sessionToken } from './access.ts';
import { HIDDEN, type LoginDeps, providerLogin, withReturn } from './provider-login.ts';
import { checkCredentials, createAccount, endAllSessions, endSession } from './service.ts';

const SIGN_INS_A_MINUTE = 10;
const SIGN_UPS_AN_HOUR = 300;

export function authRoutes(app: FastifyInstance, deps: LoginDeps): void {
  const onlyWithPasswords = async () => {
    if (deps.identityProvider) throw new AppError('passwords_off');
  };

  mountOpen(
    app,
    signUp,
    async ({ body }, { request, reply }) => {
      const { user, token } = await createAccount(deps, body);
      reply.setCookie(SESSION_COOKIE, token, cookieOptions(request));
      return user;
    },
    {
      onRequest: onlyWithPasswords,
      config: { rateLimit: { max: SIGN_UPS_AN_HOUR, timeWindow: '1 hour' } },
    },
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
      onRequest: onlyWithPasswords,
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

  if (deps.identityProvider) providerLogin(app, deps, deps.identityProvider);
  else app.get('/api/login', HIDDEN, (request, reply) => reply.redirect(withReturn('/sign-in', request)));

  app.get('/api/logout', HIDDEN, async (request, reply) => {
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
