import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { localPath } from '../../http/origin.ts';
import { IdentityError, type IdentityFailure } from '../../identity/identity-error.ts';
import type { IdentityProvider } from '../../identity/provider.ts';
import { keepSession } from './access.ts';
import { signInByIdentity } from './identity.ts';
import { keepAttempt, takeAttempt } from './login-attempt.ts';

export type LoginDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'events' | 'cipher' | 'identityProvider'>;

/** For browsers to go to, not for programs to call. */
export const HIDDEN: RouteShorthandOptions = { schema: { hide: true } };

/** What the page says of a login that came to nothing (web/routes/landing.tsx). */
const SAID: Readonly<Record<IdentityFailure, string>> = {
  denied: 'auth_failed',
  refused: 'auth_failed',
  closed: 'sign_up_closed',
  unusable: 'auth_error',
};

/** By address, which a whole office may share. */
const LOGINS_A_MINUTE = 300;

/** The way to the identity provider and back again. */
export function providerLogin(app: FastifyInstance, deps: LoginDeps, provider: IdentityProvider): void {
  const options: RouteShorthandOptions = {
    ...HIDDEN,
    config: { rateLimit: { max: LOGINS_A_MINUTE, timeWindow: '1 minute' } },
    // To look whether they are there would use a login up.
    exposeHeadRoute: false,
  };

  app.get('/sign-in', HIDDEN, (request, reply) => reply.redirect(withReturn('/api/login', request)));

  app.get('/api/login', options, (request, reply) => {
    const returnTo = returnPath(request);
    if (request.actor) return reply.redirect(returnTo);
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

/** A path that takes along where its visitor wants to be in the end. */
export function withReturn(path: string, request: FastifyRequest): string {
  const returnTo = returnPath(request);
  return returnTo === '/' ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`;
}

function returnPath(request: FastifyRequest): string {
  const { returnTo } = request.query as { returnTo?: unknown };
  return localPath(returnTo);
}

/** One address for the whole installation where PUBLIC_URL says it, as providers take only what they were told before. */
function callbackAddress({ protocol, host }: FastifyRequest, publicUrl: string | undefined): string {
  const origin = publicUrl ?? `${protocol}://${host}`;
  if (!URL.canParse(origin)) throw new AppError('invalid_input');
  return new URL(`${origin}/api/callback`).href;
}

/** Sends the browser where `go` says, or home with the reason for which the login came to nothing. */
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
    // What the operator can do something about is louder.
    request.log[failure === 'denied' ? 'info' : 'warn']({ failure, reason }, 'a sign-in came to nothing');
    return reply.redirect(`/?error=${SAID[failure]}`);
  }
}
