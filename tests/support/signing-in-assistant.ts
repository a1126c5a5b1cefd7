import * as oauth from 'oauth4webapi';
import type { Consent } from '#contract/assistants.ts';
import { MCP_PATH } from '#contract/mcp.ts';
import type { TokenScope } from '#contract/token-scopes.ts';

const INSECURE = { [oauth.allowInsecureRequests]: true };
export const REDIRECT = 'http://127.0.0.1:33418/callback';

/** An assistant that knows only the address of /mcp, and goes the standard's way from there, in a person's browser. */
export async function meetServer(base: string, clientId?: string) {
  const resource = base + MCP_PATH;
  const first = await fetch(resource, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  const metadataUrl =
    /resource_metadata="([^"]+)"/.exec(first.headers.get('www-authenticate') ?? '')?.[1] ?? '';
  const metadata = (await (await fetch(metadataUrl)).json()) as {
    resource: string;
    authorization_servers: string[];
  };
  const issuer = new URL(metadata.authorization_servers[0] ?? '');
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE });
  const server = await oauth.processDiscoveryResponse(issuer, discovered);
  const client: oauth.Client = { client_id: clientId ?? (await register(server)) };
  return { status: first.status, resource, metadata, server, client };
}
export type Met = Awaited<ReturnType<typeof meetServer>>;

async function register(server: oauth.AuthorizationServer): Promise<string> {
  const wanted = { client_name: 'Helpful', redirect_uris: [REDIRECT.replace(':33418', '')] };
  const response = await oauth.dynamicClientRegistrationRequest(server, wanted, INSECURE);
  return (await oauth.processDynamicClientRegistrationResponse(response)).client_id;
}

/** The cookies of a person's browser. */
export class Jar {
  /** By name and path, as browsers keep them. */
  private readonly cookies = new Map<string, { name: string; value: string; path: string }>();

  set(name: string, value: string, path = '/'): void {
    this.cookies.set(`${name} ${path}`, { name, value, path });
  }

  async fetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const cookie = [...this.cookies.values()]
      .filter(({ path }) => path === '/' || pathname === path || pathname.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.set(name, value, /;\s*path=([^;]+)/i.exec(line)?.[1]);
    }
    return response;
  }
}

export interface Begun {
  jar: Jar;
  verifier: string;
  state: string;
  /** The response to the authorization request, which leads to the page where the person agrees. */
  response: Response;
  /** That page; '' where there is none. */
  page: string;
}

/** Whoever is signed in in a browser. */
export interface SignedIn {
  cookie: string;
  user: { id: number } | undefined;
}

/** Opens the authorization in the person's browser, with what the test changes. */
export async function begin(
  met: Met,
  person: SignedIn,
  changes: Record<string, string | null> = {},
  jar = new Jar(),
): Promise<Begun> {
  const [name = '', value = ''] = person.cookie.split('=');
  if (person.cookie) jar.set(name, value);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(met.server.authorization_endpoint ?? '');
  const params = {
    client_id: met.client.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: met.resource,
    scope: 'read write',
    state,
    ...changes,
  };
  for (const [key, each] of Object.entries(params)) if (each !== null) url.searchParams.set(key, each);
  const response = await jar.fetch(url);
  const location = response.headers.get('location') ?? '';
  const page = location.includes('/oauth/consent/') ? new URL(location, url).href : '';
  return { jar, verifier, state, response, page };
}

/** What the person sees. */
export async function look({
  jar,
  page,
}: Begun): Promise<{ status: number; consent: Consent & { code?: string } }> {
  const response = await jar.fetch(`${page}/details`);
  return { status: response.status, consent: (await response.json()) as Consent };
}

/** The person decides; gives where the browser ends up. */
export async function agree(
  { jar, page }: Begun,
  person: Pick<SignedIn, 'user'>,
  scopes: readonly TokenScope[] = ['read', 'write'],
): Promise<{ status: number; code: string | undefined; back: URL | undefined }> {
  const response = await jar.fetch(`${page}/decision`, {
    method: 'POST',
    body: JSON.stringify({ scopes, userId: person.user?.id }),
    headers: { 'content-type': 'application/json' },
  });
  const { goTo, code } = (await response.json()) as { goTo?: string; code?: string };
  if (goTo === undefined) return { status: response.status, code, back: undefined };
  const resumed = await jar.fetch(goTo);
  const location = resumed.headers.get('location');
  return {
    status: resumed.status,
    code: undefined,
    back: location === null ? undefined : new URL(location, goTo),
  };
}

/** Exchanges the code that the browser brought. Rejects with the standard's error. */
export async function exchange(met: Met, begun: Begun, back: URL, redirect = REDIRECT) {
  const { server, client } = met;
  const params = oauth.validateAuthResponse(server, client, back, begun.state);
  const options = { ...INSECURE, additionalParameters: { resource: met.resource } };
  const auth = oauth.None();
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    params,
    redirect,
    begun.verifier,
    options,
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

export async function refresh({ server, client }: Met, token: string) {
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, INSECURE);
  return oauth.processRefreshTokenResponse(server, client, response);
}

export async function revoke({ server, client }: Met, token: string): Promise<void> {
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, oauth.None(), token, INSECURE),
  );
}

/** The whole way; gives the tokens. */
export async function signInAssistant(
  base: string,
  person: SignedIn,
  scopes: readonly TokenScope[] = ['read', 'write'],
) {
  const met = await meetServer(base);
  const begun = await begin(met, person);
  const { back } = await agree(begun, person, scopes);
  if (!back) throw new Error('The person was not led back.');
  return { met, tokens: await exchange(met, begun, back) };
}

/** A call of the protocol with a token; gives status, the challenge, and the answer. */
export async function callWith(base: string, token: string, method: string, params: object = {}) {
  const response = await fetch(base + MCP_PATH, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  });
  const body = await response.text();
  const [, data = body] = /^data: (.*)$/m.exec(body) ?? [];
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    answer: JSON.parse(data),
  };
}
