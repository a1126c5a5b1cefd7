import type { FastifyInstance } from 'fastify';
import {
  changePassword as changePasswordCall,
  getCurrentUser,
  getPasswordState,
  getSignUpState,
  SUCCESS,
  signIn,
  signOutEverywhere,
  signUp,
} from '#contract/auth.ts';
import { AppError } from '../../app-error.ts';
import { mount } from '../../http/mount.ts';
import { callerKeyOf, countRequests, type Limit } from '../../http/rate-limit.ts';
import { forgetSession, keepSession, sessionToken } from './access.ts';
import { HIDDEN, type LoginDeps, providerLogin, withReturn } from './provider-login.ts';
import {
  changePassword,
  checkCredentials,
  createAccount,
  endAllSessions,
  endSession,
  hasPassword,
  isSignUpOpen,
} from './service.ts';
import { SIGN_IN_LIMITS } from './sign-in-limits.ts';

const SIGN_UPS_AN_HOUR = 300;
/** Somebody who finds a session open cannot guess its password. */
const CHANGE_LIMITS: readonly Limit[] = [
  { max: 10, timeWindow: '1 minute', keyOf: callerKeyOf },
  { max: 50, timeWindow: '1 hour', keyOf: callerKeyOf },
];

export function authRoutes(app: FastifyInstance, deps: LoginDeps): void {
  const onlyWithPasswords = async () => {
    if (deps.identityProvider) throw new AppError('passwords_off');
  };

  mount(
    app,
    signUp,
    async ({ body }, { request, reply }) => {
      const { user, token } = await createAccount(deps, body);
      keepSession({ request, reply }, token);
      return user;
    },
    {
      onRequest: onlyWithPasswords,
      config: { takesNoTurn: true, rateLimit: { max: SIGN_UPS_AN_HOUR, timeWindow: '1 hour' } },
    },
  );

  mount(app, getSignUpState, async () => ({
    isOpen: !deps.identityProvider && (await isSignUpOpen(deps)),
  }));

  mount(
    app,
    signIn,
    async ({ body }, { request, reply }) => {
      const { user, token } = await checkCredentials(deps, body);
      keepSession({ request, reply }, token);
      return user;
    },
    {
      onRequest: onlyWithPasswords,
      preHandler: countRequests(app, SIGN_IN_LIMITS),
      config: { takesNoTurn: true },
    },
  );

  mount(app, getCurrentUser, (_, { actor }) => actor.user);

  mount(app, getPasswordState, async (_, { actor }) => ({
    isSet: !deps.identityProvider && (await hasPassword(deps, actor.user)),
  }));

  mount(
    app,
    changePasswordCall,
    async ({ body }, { actor, request }) => {
      await changePassword(deps, { user: actor.user, token: sessionToken(request) ?? '' }, body);
      return SUCCESS;
    },
    { preHandler: [onlyWithPasswords, countRequests(app, CHANGE_LIMITS)] },
  );

  mount(app, signOutEverywhere, async (_, { actor, request, reply }) => {
    await endAllSessions(deps, actor.id);
    forgetSession({ request, reply });
    return SUCCESS;
  });

  if (deps.identityProvider) providerLogin(app, deps, deps.identityProvider);
  else app.get('/api/login', HIDDEN, (request, reply) => reply.redirect(withReturn('/sign-in', request)));

  app.get('/api/logout', HIDDEN, async (request, reply) => {
    const token = sessionToken(request);
    // Another site's page may link here, but must not sign people out.
    if (token && request.headers['sec-fetch-site'] !== 'cross-site') {
      await endSession(deps, token);
      forgetSession({ request, reply });
    }
    return reply.redirect('/');
  });
}
