import { generateKeyPairSync } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { testApp } from '#tests/support/app.ts';
import { LoginBrowser } from '#tests/support/login-browser.ts';
import { startLoopback } from '#tests/support/loopback.ts';
import { type ProviderReply, signToken, startScriptedProvider } from '#tests/support/scripted-provider.ts';

const FAILED = '/?error=auth_failed';
const ERROR = '/?error=auth_error';
const PAGE: ProviderReply = { status: 200, body: '<!doctype html><p>Hello</p>', type: 'text/html' };
const json = (status: number, body: object): ProviderReply => ({
  status,
  body: JSON.stringify(body),
  type: 'application/json',
});

type Scripted = Awaited<ReturnType<typeof startScriptedProvider>>;

async function withProvider() {
  const provider = await startScriptedProvider();
  const lines: string[] = [];
  const { app, sql } = await testApp({ env: provider.env, onLog: (line) => lines.push(line) });
  /** A login in a browser of its own; answers where it ends. */
  const signIn = async (change?: Record<string, string>) => {
    const browser = new LoginBrowser(app);
    return browser.open(provider.sendBack(await browser.begin(), change));
  };
  return { provider, sql, lines, signIn, browser: () => new LoginBrowser(app) };
}

it('takes a token that is right, and sends the secret in the header', async () => {
  const { provider, signIn, sql } = await withProvider();
  provider.claims = {
    given_name: ' \u0000A\ud800da ',
    family_name: 'x'.repeat(300),
    picture: 'javascript:alert(1)',
  };
  expect(await signIn()).toBe('/');
  // Names and pictures that are none count as nothing, long ones are cut.
  expect(
    await sql('select email, first_name, length(last_name) as length, profile_image_url from users'),
  ).toEqual([{ email: 'ada@example.test', first_name: 'A\ufffdda', length: 100, profile_image_url: null }]);
  const call = provider.requests.find(({ path }) => path === '/token');
  expect(call?.headers.authorization).toMatch(/^Basic /);
  expect(call?.body).toMatchObject({ grant_type: 'authorization_code', code_verifier: expect.any(String) });
  expect(call?.body).not.toHaveProperty('client_secret');
});

it('says that there was an error while the provider gives no metadata, and tries again the next time', async () => {
  const { provider, signIn, browser } = await withProvider();
  // One that takes the secret in the body only.
  provider.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
  const replies: ProviderReply[] = [
    { status: 500, body: 'no', type: 'text/plain' },
    PAGE,
    json(200, { issuer: 'https://another.example.test' }),
    json(200, {}),
    { status: 302, body: '', type: 'text/plain' },
  ];
  for (const reply of replies) {
    provider.replies.set('/.well-known/openid-configuration', reply);
    expect(await browser().begin(), JSON.stringify(reply)).toBe(ERROR);
  }
  provider.replies.clear();
  expect(await signIn()).toBe('/');
  const call = provider.requests.find(({ path }) => path === '/token');
  expect(call?.body).toMatchObject({ client_secret: provider.env.OIDC_CLIENT_SECRET });
  // It is asked once, and not at each login.
  await signIn();
  const asked = provider.requests.filter(({ path }) => path === '/.well-known/openid-configuration');
  expect(asked).toHaveLength(replies.length + 1);
});

it('refuses tokens that do not hold', async () => {
  const { provider, signIn, sql, lines } = await withProvider();
  const lies: Record<string, Partial<Pick<Scripted, 'claims' | 'forge'>>> = {
    'the nonce of another login': { claims: { nonce: 'another' } },
    'no nonce': { claims: { nonce: undefined } },
    'another audience': { claims: { aud: 'another' } },
    'a second audience': { claims: { aud: ['tapescript', 'another'] } },
    'another issuer': { claims: { iss: 'https://another.example.test' } },
    'an end long ago': { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } },
    'no end': { claims: { exp: undefined } },
    'no subject': { claims: { sub: undefined } },
    'a subject that no database holds': { claims: { sub: 'a\u0000b' } },
    'an endless subject': { claims: { sub: 'a'.repeat(256) } },
    'a signature by another key': { forge: (token) => signToken(claimsIn(token), other) },
    'no signature': {
      forge: (token) => signToken(claimsIn(token), other, { alg: 'none' }).replace(/[^.]+$/, ''),
    },
    'a changed content': {
      forge: (token) => withClaims(token, { ...claimsIn(token), email: 'grace@example.test' }),
    },
    'no token at all': { forge: () => '' },
  };
  for (const [name, { claims = {}, forge = (token: string) => token }] of Object.entries(lies)) {
    Object.assign(provider, { claims, forge });
    lines.length = 0;
    expect(await signIn(), name).toBe(ERROR);
    expect(lines.join(''), name).toContain('"failure":"unusable"');
  }
  expect(await sql('select * from sessions')).toEqual([]);
  expect(await sql('select * from users')).toEqual([]);
  Object.assign(provider, { claims: {}, forge: (token: string) => token });
  expect(await signIn()).toBe('/');
});

it('refuses an answer that another provider gave, or that does not say whose it is', async () => {
  const { signIn, provider, browser } = await withProvider();
  expect(await signIn({ iss: 'https://another.example.test' })).toBe(ERROR);
  const ada = browser();
  const back = new URL(provider.sendBack(await ada.begin()));
  back.searchParams.delete('iss');
  expect(await ada.open(back.href)).toBe(ERROR);
  expect(provider.requests.some(({ path }) => path === '/token')).toBe(false);
});

it('tells secrets to nobody else: neither a redirect nor the metadata lead the server elsewhere', async () => {
  const inside = await startLoopback((_, response) => void response.end('{}'));
  onTestFinished(() => inside.close());
  const { provider, signIn } = await withProvider();
  const location = `${provider.url}/elsewhere`;
  provider.replies.set('/token', { status: 307, body: '', type: 'text/plain', location });
  expect(await signIn()).toBe(ERROR);
  expect(provider.requests.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration', '/token']);
  const misled = await withProvider();
  misled.provider.metadata = { token_endpoint: `${inside.url}/token` };
  expect(await misled.signIn()).toBe(ERROR);
  expect(inside.requests).toEqual([]);
});

it('tells people who are refused from a provider that is set up wrongly', async () => {
  const { signIn, lines } = await withProvider();
  for (const [error, end] of [
    ['access_denied', FAILED],
    ['login_required', FAILED],
    ['server_error', ERROR],
    ['invalid_scope', ERROR],
    ['<script>alert(1)</script>', ERROR],
  ] as const) {
    expect(await signIn({ error, error_description: 'not for the log' }), error).toBe(end);
  }
  expect(lines.join('')).not.toMatch(/not for the log|<script>/);
});

it('makes no session of broken answers, and nothing secret gets into the log', async () => {
  const { provider, signIn, sql, lines } = await withProvider();
  const answers: [string, ProviderReply, string][] = [
    ['/token', json(400, { error: 'invalid_grant' }), FAILED],
    ['/token', json(401, { error: 'invalid_client', error_description: 'at-secret' }), ERROR],
    ['/token', { status: 500, body: 'no', type: 'text/plain' }, ERROR],
    ['/token', PAGE, ERROR],
    ['/token', { status: 200, body: '{"access_token":"at-secret', type: 'application/json' }, ERROR],
    ['/token', { status: 200, body: `"${'x'.repeat(1_000_001)}"`, type: 'application/json' }, ERROR],
    ['/keys', json(200, { keys: [] }), ERROR],
    ['/keys', PAGE, ERROR],
  ];
  for (const [path, reply, end] of answers) {
    provider.replies.clear();
    provider.replies.set(path, reply);
    expect(await signIn(), reply.body.slice(0, 100)).toBe(end);
  }
  expect(await sql('select * from sessions')).toEqual([]);
  const sent = provider.requests
    .filter(({ path }) => path === '/token')
    .flatMap(({ body }) => Object.values(body as Record<string, string>))
    .filter((value) => /^[\w-]{36,}$/.test(value));
  expect(sent).toHaveLength(2 * answers.length);
  const log = lines.join('');
  for (const secret of [...sent, provider.env.OIDC_CLIENT_SECRET ?? '', 'at-secret', 'ada@example.test']) {
    expect(log).not.toContain(secret);
  }
});

const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

function claimsIn(token: string): object {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function withClaims(token: string, claims: object): string {
  const [header, , signature] = token.split('.');
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}
