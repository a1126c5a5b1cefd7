import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type Loopback, sendJson, startLoopback } from './loopback.ts';

/** A reply that the provider gives instead of the correct one. */
export interface ProviderReply {
  status: number;
  body: string;
  type: string;
  location?: string;
}

export interface ScriptedProvider extends Loopback {
  /** Settings with which an application uses it. */
  env: Record<string, string>;
  /** Claims that override the correct ones in ID tokens; undefined leaves a claim out. */
  claims: Record<string, unknown>;
  /** Values that override its metadata. */
  metadata: Record<string, unknown>;
  /** Changes an ID token after it has been signed. */
  forge: (token: string) => string;
  /** Replies that override its paths. */
  replies: Map<string, ProviderReply>;
  /** The address that redirects a browser back to the application, for the login address that sent it here. */
  sendBack(loginAddress: string, change?: Record<string, string>): string;
}

const CLIENT_ID = 'tapescript';
const CLIENT_SECRET = 'scripted-secret-of-the-client';

/** Speaks the wire format of OpenID Connect and misbehaves as told: wrong tokens, wrong replies, no reply. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const nonces = new Map<string, string>();
  const loopback = await startLoopback(({ path, body }, response) => {
    const { pathname } = new URL(path, loopback.url);
    const reply = provider.replies.get(pathname);
    if (reply) {
      const { status, type, location, body: content } = reply;
      return void response
        .writeHead(status, { 'content-type': type, ...(location && { location }) })
        .end(content);
    }
    if (pathname === '/.well-known/openid-configuration') {
      return sendJson(response, 200, { ...metadataOf(loopback.url), ...provider.metadata });
    }
    if (pathname === '/keys') {
      return sendJson(response, 200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', kid: '1' }],
      });
    }
    if (pathname === '/token') {
      const { code = '' } = body as Record<string, string>;
      const claims = { ...claimsOf(loopback.url), nonce: nonces.get(code), ...provider.claims };
      const id_token = provider.forge(signToken(claims, privateKey));
      return sendJson(response, 200, { access_token: randomUUID(), token_type: 'Bearer', id_token });
    }
    return sendJson(response, 404, { error: 'scripted' });
  });
  const provider: ScriptedProvider = {
    ...loopback,
    env: { OIDC_ISSUER: loopback.url, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
    claims: {},
    metadata: {},
    forge: (token) => token,
    replies: new Map(),
    sendBack: (loginAddress, change = {}) => {
      const { searchParams } = new URL(loginAddress);
      const code = randomUUID();
      nonces.set(code, searchParams.get('nonce') ?? '');
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      const parameters = { code, state: searchParams.get('state') ?? '', iss: loopback.url, ...change };
      back.search = new URLSearchParams(parameters).toString();
      return back.href;
    },
  };
  onTestFinished(() => loopback.close());
  return provider;
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };
}

function claimsOf(issuer: string) {
  const nowS = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    sub: 'ada',
    aud: CLIENT_ID,
    iat: nowS,
    exp: nowS + 300,
    email: 'ada@example.test',
    email_verified: true,
    given_name: 'Ada',
  };
}

/** Signs a token with this header and payload. */
export function signToken(
  claims: object,
  key: KeyObject,
  header: object = { alg: 'RS256', kid: '1' },
): string {
  const content = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}
