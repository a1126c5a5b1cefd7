import { createECDH } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { errors, interactionPolicy, Provider } from 'oidc-provider';
import { CONSENT_PATH, MCP_PATH } from '#contract/mcp.ts';
import { AssistantScope } from '#contract/token-scopes.ts';
import type { Deps } from '../../deps.ts';
import { isLoopbackName } from '../../http/host.ts';
import { createRecordAdapter } from './record-adapter.ts';

export type ProviderDeps = Pick<Deps, 'db' | 'signer' | 'outbound' | 'log'>;

/** The addresses of the authorization server. */
export const OAUTH_ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const;

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const TTL = {
  AccessToken: 60 * MINUTE,
  AuthorizationCode: MINUTE,
  Interaction: 10 * MINUTE,
  Session: 10 * MINUTE,
  /** Each use makes a new one. */
  RefreshToken: 60 * DAY,
  Grant: 366 * DAY,
} as const;

const MAX_DOCUMENT_BYTES = 5 * 1024;
const DOCUMENT_MS = 5000;
/** One that was no good is not asked for again so soon. The library keeps a good one for at least 30 s. */
const ASKED = { max: 1000, ttl: 20_000 };

/**
 * The authorization server for assistants, by the package oidc-provider: OAuth 2.1 with PKCE, for public clients that name a metadata document or
 * register themselves. `origin` is its issuer, and whose /mcp its tokens are for.
 */
export function createProvider({ db, signer, outbound, log }: ProviderDeps, origin: string): Provider {
  const resource = origin + MCP_PATH;
  const asked = new LRUCache<string, true>(ASKED);
  const provider = new Provider(origin, {
    adapter: createRecordAdapter(db, errors),
    jwks: { keys: [signingKey(signer)] },
    cookies: {
      keys: [signer.sign('oauth cookies', '')],
      names: { session: '_oauth_session', interaction: '_oauth_interaction', resume: '_oauth_resume' },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/oauth' },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    routes: OAUTH_ROUTES,
    ttl: TTL,
    scopes: ['openid', 'offline_access', ...AssistantScope.options],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    clientDefaults: {
      // Loopback addresses with any port (RFC 8252); https is for both kinds.
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
    },
    extraClientMetadata: {
      properties: ['tapescript_checked'],
      validator: (_context: unknown, _name: string, _value: unknown, client: { redirect_uris?: string[] }) =>
        refuseOddRedirects(client.redirect_uris ?? []),
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context: unknown, client: { clientId: string }, token: { clientId: string }) =>
          token.clientId === client.clientId,
      },
      registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: (_context: unknown, id: string) => !asked.has(id),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: unknown, asked: string) => {
          if (asked !== resource) throw new errors.InvalidTarget();
          return {
            scope: AssistantScope.options.join(' '),
            audience: resource,
            accessTokenTTL: TTL.AccessToken,
            accessTokenFormat: 'opaque',
          };
        },
      },
    },
    interactions: {
      policy: askAlways(),
      url: (_context: unknown, { uid }: { uid: string }) => `${CONSENT_PATH}/${uid}`,
    },
    issueRefreshToken: (_context: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed('refresh_token'),
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
    fetch: (url: string) => fetchDocument(outbound, url).finally(() => asked.set(url, true)),
    renderError: (
      context: { type: string; body: string },
      out: { error: string; error_description?: string },
    ) => {
      context.type = 'text/plain; charset=utf-8';
      context.body = `The assistant cannot be connected: ${out.error_description ?? out.error}. Go back to it and try again.\n`;
    },
  });
  // What we say about protocol and host (routes.ts).
  provider.proxy = true;
  provider.on('server_error', (_context, err) => log.error({ err }, 'authorization of an assistant failed'));
  return provider;
}

/** The same on every node. Access tokens are opaque: it signs only who a person is, for clients that ask for that (`openid`). */
function signingKey(signer: ProviderDeps['signer']) {
  const secret = createECDH('prime256v1');
  secret.setPrivateKey(signer.sign('oauth signing key', ''), 'base64url');
  // The first byte says that both coordinates follow.
  const point = secret.getPublicKey().subarray(1);
  const [x, y] = [point.subarray(0, 32), point.subarray(32)].map((part) => part.toString('base64url'));
  const d = secret.getPrivateKey('base64url');
  return { kty: 'EC', crv: 'P-256', x, y, d, use: 'sig', alg: 'ES256', kid: 'tapescript' };
}

/** Each assistant is let in by hand, whoever was signed in before. */
function askAlways() {
  const { base, Check } = interactionPolicy;
  const policy = base();
  policy
    .get('login')
    .checks.add(
      new Check('always', 'the person has to agree', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  return policy;
}

/** Throws InvalidClientMetadata for what is neither https nor a loopback address: another app could take an address of an app. */
function refuseOddRedirects(addresses: readonly string[]): void {
  for (const address of addresses) {
    const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' };
    if (protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))) continue;
    throw new errors.InvalidClientMetadata('redirect_uris must be https, or http on this machine');
  }
}

/** The metadata document of a client, by the one way to the outside. */
async function fetchDocument(outbound: Deps['outbound'], url: string): Promise<Response> {
  const { status, headers, body } = await outbound.fetch(url, {
    headers: { accept: 'application/json' },
    maxBytes: MAX_DOCUMENT_BYTES,
    totalMs: DOCUMENT_MS,
    maxRedirects: 0,
  });
  const cache = headers.get('cache-control');
  return new Response(await buffer(body), {
    status,
    headers: cache === null ? {} : { 'cache-control': cache },
  });
}
