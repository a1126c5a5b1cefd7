import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Provider } from 'oidc-provider';
import { decideConsent, disconnectAssistant, getConsent, listAssistants } from '#contract/assistants.ts';
import { SUCCESS } from '#contract/auth.ts';
import { MCP_PATH } from '#contract/mcp.ts';
import { METADATA_PATHS, OAUTH_PATHS } from '#contract/oauth-paths.ts';
import { AssistantScope } from '#contract/token-scopes.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { signInOrigin } from '../../http/origin.ts';
import { clientAddressOf } from '../../http/rate-limit.ts';
import type { ProviderDeps } from './provider.ts';
import { decide, disconnectOwn, listOwnAssistants, viewConsent } from './service.ts';

type AssistantDeps = ProviderDeps & Pick<Deps, 'config'>;

/** The authorization server of one origin. */
interface Authorization {
  provider: Provider;
  origin: string;
  serve: ReturnType<Provider['callback']>;
}

/** Origins of which the authorization server is remembered: this machine has several names. */
const MAX_ORIGINS = 5;
const REQUESTS_A_MINUTE = 120;
const REGISTRATIONS_AN_HOUR = 60;

/** The authorization server for assistants, the page on which people let them in, and the list of those who were. */
export function assistantRoutes(app: FastifyInstance, deps: AssistantDeps): void {
  const { publicUrl } = deps.config;
  const known = new Map<string, Authorization>();

  /** Throws 'not_found' where assistants cannot sign in. */
  async function authorizationFor(request: FastifyRequest): Promise<Authorization> {
    const origin = signInOrigin(request, publicUrl);
    if (origin === undefined) throw new AppError('not_found');
    const before = known.get(origin);
    if (before) return before;
    // Its megabyte is loaded only where assistants sign in.
    const { createProvider } = await import('./provider.ts');
    const provider = createProvider(deps, origin);
    if (known.size >= MAX_ORIGINS) known.clear();
    const made = { provider, origin, serve: provider.callback() };
    known.set(origin, made);
    return made;
  }

  mount(app, listAssistants, async (_input, { actor, request }) => {
    const origin = signInOrigin(request, publicUrl);
    return {
      address: origin === undefined ? null : origin + MCP_PATH,
      assistants: await listOwnAssistants(deps, actor),
    };
  });

  mount(app, disconnectAssistant, async ({ params }, { actor }) => {
    await disconnectOwn(deps, actor, params.id);
    return SUCCESS;
  });

  mount(app, getConsent, async (_input, { request, reply }) => {
    const { provider } = await authorizationFor(request);
    return viewConsent(provider, { request, reply });
  });

  mount(app, decideConsent, async ({ body }, { actor, request, reply }) => {
    const { provider, origin } = await authorizationFor(request);
    return { goTo: await decide(provider, { actor, origin, request, reply, db: deps.db }, body) };
  });

  for (const url of METADATA_PATHS) {
    app.get(url, { schema: { hide: true } }, (request, reply) => {
      const origin = signInOrigin(request, publicUrl);
      if (origin === undefined) throw new AppError('not_found');
      reply.header('access-control-allow-origin', '*');
      return metadataOf(origin);
    });
  }

  app.register(async (scope) => {
    // The library reads the bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const { method, url } of OAUTH_PATHS) {
      scope.route({
        method: [...method],
        url,
        ...limited(url === '/oauth/register' ? REGISTRATIONS_AN_HOUR : undefined),
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const { origin, serve } = await authorizationFor(request);
          reply.hijack();
          await serve(asSeenFrom(origin, request), reply.raw);
        },
      });
    }
  });
}

/** Programs call, from anywhere, and without a cookie; the page of the library has none of ours either. */
function limited(registrations: number | undefined): RouteShorthandOptions {
  const rateLimit =
    registrations === undefined
      ? { max: REQUESTS_A_MINUTE, timeWindow: '1 minute', keyGenerator: clientAddressOf }
      : { max: registrations, timeWindow: '1 hour', keyGenerator: clientAddressOf };
  return { schema: { hide: true }, config: { rateLimit, isForPrograms: true } };
}

/** The request with the protocol and the host that people see, and every scope where none is asked for. */
function asSeenFrom(origin: string, { raw }: FastifyRequest): FastifyRequest['raw'] {
  const { protocol, host } = new URL(origin);
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  raw.headers['x-forwarded-host'] = host;
  const { pathname, searchParams } = new URL(raw.url ?? '', origin);
  if (pathname === '/oauth/authorize' && !searchParams.get('scope')) {
    searchParams.set('scope', AssistantScope.options.join(' '));
    raw.url = `${pathname}?${searchParams}`;
  }
  return raw;
}

/** Where to get a token (RFC 9728). */
function metadataOf(origin: string) {
  return {
    resource: origin + MCP_PATH,
    resource_name: 'Tapescript',
    authorization_servers: [origin],
    bearer_methods_supported: ['header'],
    scopes_supported: AssistantScope.options,
    resource_documentation: `${origin}/api/docs`,
  };
}
