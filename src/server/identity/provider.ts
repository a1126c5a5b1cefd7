import type { ClientAuth, Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { IdentityProviderSettings } from '../config.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { isComplete, type ProvenIdentity, readClaims } from './claims.ts';
import { IdentityError } from './identity-error.ts';
import { fetchBy } from './provider-fetch.ts';
import { createRenewed } from './renewed.ts';

/** What the browser keeps during a login; nobody else may know it. */
export interface LoginSecrets {
  state: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
}

/** The OpenID Connect provider with which people sign in. Nothing is loaded or fetched before the first sign-in. */
export interface IdentityProvider {
  /** Whether an email address that the provider has not verified is enough for a new account. */
  acceptsUnverifiedEmail: boolean;
  /** Where a browser goes to sign in; it returns to `redirectUri`. Throws an IdentityError 'unusable'. */
  begin(redirectUri: string): Promise<{ address: URL; secrets: LoginSecrets }>;
  /** Verifies the login that has returned at this address, and says who signed in. Throws an IdentityError. */
  finish(address: URL, secrets: LoginSecrets): Promise<ProvenIdentity>;
  close(): Promise<void>;
}

export interface IdentityProviderOptions {
  settings: IdentityProviderSettings;
  /** Closed together with the provider. */
  outbound: Outbound;
  /** The time limit of each of its responses. */
  limitMs?: number;
}

const SCOPES = 'openid email profile';
const LIMIT_MS = 10_000;
/** Endpoints rarely move. The library caches keys itself, and fetches new ones when it meets an unknown one. */
const METADATA_MS = 60 * 60_000;
/** The codes that say that the person, or the provider on their behalf, declined; all others mean a misconfiguration. */
const DENIALS: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);

/** Code flow with PKCE, state and nonce; signatures are verified although tokens arrive over https. */
export function createIdentityProvider({
  settings,
  outbound,
  limitMs = LIMIT_MS,
}: IdentityProviderOptions): IdentityProvider {
  let loading: Promise<typeof import('openid-client')> | undefined;
  const load = () => {
    loading ??= import('openid-client');
    return loading;
  };
  const discovered = createRenewed(METADATA_MS, async () =>
    discover(await load(), settings, fetchBy(outbound, limitMs)),
  );
  return {
    acceptsUnverifiedEmail: settings.acceptsUnverifiedEmail,
    begin: async (redirectUri) => {
      const client = await load();
      try {
        const secrets = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const address = client.buildAuthorizationUrl(await discovered(), {
          redirect_uri: redirectUri,
          scope: SCOPES,
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
        });
        return { address, secrets };
      } catch (error) {
        throw asIdentityError(client, error);
      }
    },
    finish: async (address, secrets) => {
      const client = await load();
      try {
        const configuration = await discovered();
        const tokens = await client.authorizationCodeGrant(configuration, address, {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.verifier,
          idTokenExpected: true,
        });
        const token = tokens.claims();
        if (!token) throw new IdentityError('unusable', 'there is no ID token');
        const added = await askFurther(client, configuration, token, tokens.access_token);
        return readClaims(token.iss, token, added);
      } catch (error) {
        throw asIdentityError(client, error);
      }
    },
    close: () => outbound.close(),
  };
}

type Client = typeof import('openid-client');

async function discover(
  client: Client,
  { issuer, clientId, clientSecret }: IdentityProviderSettings,
  fetch: ReturnType<typeof fetchBy>,
): Promise<Configuration> {
  const address = new URL(issuer);
  // The settings allow http only on this machine.
  const insecure = address.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  return client.discovery(address, clientId, undefined, authenticateBy(client, clientSecret), {
    [client.customFetch]: fetch,
    execute: [client.enableNonRepudiationChecks, ...insecure],
  });
}

/** As in the standard: in the header, unless the provider says that it accepts the secret only in the body. */
function authenticateBy({ ClientSecretBasic, ClientSecretPost }: Client, secret: string): ClientAuth {
  const [inHeader, inBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? [];
    const takesBodyOnly = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (takesBodyOnly ? inBody : inHeader)(server, ...rest);
  };
}

async function askFurther(
  client: Client,
  configuration: Configuration,
  token: IDToken,
  accessToken: string,
): Promise<UserInfoResponse | Record<string, never>> {
  if (isComplete(token) || !configuration.serverMetadata().userinfo_endpoint) return {};
  return client.fetchUserInfo(configuration, accessToken, token.sub);
}

function asIdentityError(client: Client, error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  if (error instanceof client.AuthorizationResponseError) {
    const failure = DENIALS.has(error.error) ? 'denied' : 'unusable';
    return new IdentityError(failure, `the provider sends back: ${codeOf(error.error)}`, error);
  }
  if (error instanceof client.ResponseBodyError) {
    // The code was already used, or has expired.
    const failure = error.error === 'invalid_grant' ? 'denied' : 'unusable';
    return new IdentityError(failure, `the provider answers ${error.status}: ${codeOf(error.error)}`, error);
  }
  return new IdentityError('unusable', describe(client, error), error);
}

/** The code alone, and only if it has the form of one: anybody can write the address that it comes from. */
function codeOf(error: string): string {
  return /^[a-z_]{1,40}$/.test(error) ? error : 'an unknown code';
}

/** Errors whose messages contain no parts of tokens or responses; a parser's do. */
const PLAIN =
  /^(ClientError|OperationProcessingError|UnsupportedOperationError|WWWAuthenticateChallengeError|OutboundError)$/;

function describe({ ClientError }: Client, error: unknown): string {
  const parts: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ClientError || PLAIN.test(cause.name)) parts.push(cause.message);
    if (cause.cause instanceof Response) parts.push(`status ${cause.cause.status}`);
  }
  return parts.join(': ') || 'something went wrong';
}
