import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';
import { onTestFinished } from 'vitest';
import { lastingPort } from './ports.ts';

/** The claims of an account besides its name, which is the subject. */
export type AccountClaims = Record<string, unknown>;

export interface TestIdentityProvider {
  issuer: string;
  /** The settings of an application that uses it. */
  env: Record<string, string>;
  /** The claims by account name. */
  people: Map<string, AccountClaims>;
  /** Registers the only client application; before that, the provider does not respond. */
  register(applicationUrl: string): void;
  /** Stops it as if its machine had failed; it can be started again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const CLIENT_ID = 'tapescript';
const CLIENT_SECRET = 'a secret of % and + and more';
const SCOPE = 'openid email profile';
/** The path of the sign-in page. */
const SIGN_IN = /^\/sign-in\/[\w-]+$/;

/**
 * Starts a real OpenID Connect provider (the package oidc-provider) on a free port, stopped when the test ends. Anyone in `people` can
 * sign in with the account name alone. To a browser, `localhost` is a different site than `127.0.0.1`.
 */
export async function startIdentityProvider(hostname = '127.0.0.1'): Promise<TestIdentityProvider> {
  const people = new Map<string, AccountClaims>();
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const port = await listen(await lastingPort());
  onTestFinished(stop);
  const issuer = `http://${hostname}:${port}`;
  return {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
    people,
    register: (applicationUrl) => {
      const provider = createProvider(issuer, `${applicationUrl}/api/callback`, people);
      const serve = provider.callback();
      handle = (request, response) =>
        SIGN_IN.test(request.url ?? '') ? signInPage(provider, request, response) : serve(request, response);
    },
    stop,
    start: async () => void (await listen(port)),
  };
}

interface LoginState {
  session: { accountId: string; grantIdFor(clientId: string): string | undefined };
  client: { clientId: string };
}

function createProvider(issuer: string, callback: string, people: Map<string, AccountClaims>): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomUUID() };
  const provider: Provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [callback] }],
    // The package's default, without its warning.
    adapter: class extends MemoryAdapter {},
    jwks: { keys: [key] },
    cookies: { keys: [randomUUID()] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_: unknown, accountId: string) =>
      people.has(accountId) && {
        accountId,
        claims: () => ({ sub: accountId, ...people.get(accountId) }),
      },
    // Members of this organization are not asked for consent.
    loadExistingGrant: async ({ oidc: { session, client } }: { oidc: LoginState }) => {
      const existing = session.grantIdFor(client.clientId);
      if (existing) return provider.Grant.find(existing);
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
  });
  return provider;
}

/** Writes the sign-in page: a form for the account name, and a button to cancel. */
async function signInPage(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,">
      <h1>Who are you?</h1><form method="post">
      <label>Account <input name="account"></label><button>Continue</button></form>
      <form method="post"><button>Cancel</button></form>`);
    return;
  }
  const accountId = new URLSearchParams(await text(request)).get('account');
  const result = accountId === null ? { error: 'access_denied' } : { login: { accountId } };
  await provider.interactionFinished(request, response, result);
}
