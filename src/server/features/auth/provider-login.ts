import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { AppError } from '../../app-error.ts';
import { userOf } from '../../auth/actor.ts';
import type { Deps } from '../../deps.ts';
import { localPath } from '../../http/origin.ts';
import { IdentityError, type IdentityFailure } from '../../identity/identity-error.ts';
import type { IdentityProvider } from '../../identity/provider.ts';
import { keepSession } from './access.ts';
import { signInByIdentity } from './identity.ts';
import { keepAttempt, takeAttempt } from './login-attempt.ts';

export type LoginDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'events' | 'cipher' | 'identityProvider'>;

/** For browsers to navigate to, not for programs to call. */
export const HIDDEN: RouteShorthandOptions = { schema: { hide: true } };

/** What the page says about a failed login (web/routes/landing.tsx). */
const SAID: Readonly<Record<IdentityFailure, string>> = {
  denied: 'auth_failed',
  refused: 'auth_failed',
  closed: 'sign_up_closed',
  unusable: 'auth_error',
};

/** Per address, which a whole office may share. */
const LOGINS_A_MINUTE = 300;

/** The routes to the identity provider and back. */
export function providerLogin(app: FastifyInstance, deps: LoginDeps, provider: IdentityProvider): void {
  const options: RouteShorthandOptions = {
    ...HIDDEN,
    config: { rateLimit: { max: LOGINS_A_MINUTE, timeWindow: '1 minute' } },
    // A HEAD request would use up the login.
    exposeHeadRoute: false,
  };

  app.get('/sign-in', HIDDEN, (request, reply) => reply.redirect(withReturn('/api/login', request)));

  app.get('/api/login', options, (request, reply) => {
    const returnTo = returnPath(request);
    if (userOf(request)) return reply.redirect(returnTo);
    const redirectUri = callbackAddress(request, deps.config.publicUrl);
    return orBackHome(request, reply, async () => {
      const { address, secrets } = await provider.begin(redirectUri);
      keepAttempt(deps, { request, reply }, { ...secrets, redirectUri, returnTo });
      return address.href;
    });
  });

  app.get('/api/callback', options, (request, reply) =>
    orBackHome(request, reply, async () => {
      const { searchParams, search } = new URL(request.url, 'http://localhost');
      const attempt = await takeAttempt(deps, { request, reply }, searchParams.get('state') ?? '');
      const identity = await provider.finish(new URL(search, attempt.redirectUri), attempt);
      const { token } = await signInByIdentity(deps, identity);
      keepSession({ request, reply }, token);
      return attempt.returnTo;
    }),
  );
}

/** A path that carries along the page to return to. */
export function withReturn(path: string, request: FastifyRequest): string {
  const returnTo = returnPath(request);
  return returnTo === '/' ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`;
}

function returnPath(request: FastifyRequest): string {
  const { returnTo } = request.query as { returnTo?: unknown };
  return localPath(returnTo);
}

/** One address for the whole installation if PUBLIC_URL gives it, because providers accept only registered addresses. */
function callbackAddress({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string {
  const origin = publicUrl ?? `${protocol}://${host}`;
  if (!URL.canParse(origin)) throw new AppError('invalid_input');
  return new URL(`${origin}/api/callback`).href;
}

/** Redirects the browser to the result of `go`, or home with the reason for the failure. */
async function orBackHome(
  request: FastifyRequest,
  reply: FastifyReply,
  go: () => Promise<string>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  try {
    return reply.redirect(await go());
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    const { failure, message: reason } = error;
    // Failures that the operator may be able to fix are warnings.
    request.log[failure === 'denied' ? 'info' : 'warn']({ failure, reason }, 'a sign-in came to nothing');
    return reply.redirect(`/?error=${SAID[failure]}`);
  }
}
