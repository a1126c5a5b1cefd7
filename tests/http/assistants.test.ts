import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { disconnectAssistant, listAssistants } from '#contract/assistants.ts';
import { getCurrentUser } from '#contract/auth.ts';
import { sharedApp, testApp } from '#tests/support/app.ts';
import { startEncryptedLoopback } from '#tests/support/encrypted-loopback.ts';
import { seedTranscript } from '#tests/support/projects.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import {
  agree,
  begin,
  callWith,
  exchange,
  look,
  meetServer,
  REDIRECT,
  refresh,
  revoke,
  signInAssistant,
} from '#tests/support/signing-in-assistant.ts';

async function withAnn() {
  const test = await sharedApp();
  const base = (await test.listen()).replace(/\/$/, '');
  return { ...test, base, ann: await test.person('Ann') };
}

it('leads a strange assistant from 401 to the page where the person agrees, and to an answer', async () => {
  const { base, ann, ...test } = await withAnn();
  const id = await seedTranscript(test, ann);
  const met = await meetServer(base);
  expect(met.status).toBe(401);
  expect(met.metadata).toMatchObject({ resource: `${base}/mcp`, authorization_servers: [base] });
  expect(met.server).toMatchObject({
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
    scopes_supported: expect.arrayContaining(['read', 'write', 'transcribe']),
  });
  const begun = await begin(met, ann);
  const { consent } = await look(begun);
  expect(consent).toEqual({
    name: 'Helpful',
    host: null,
    returnsTo: '127.0.0.1:33418',
    scopes: ['read', 'write'],
  });
  const { back } = await agree(begun, ann, ['read']);
  expect(back?.searchParams.get('iss')).toBe(base);
  const tokens = await exchange(met, begun, back ?? expect.unreachable());
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read', expires_in: 3600 });
  const read = { name: 'get_transcript', arguments: { transcriptId: id } };
  const { answer } = await callWith(base, tokens.access_token, 'tools/call', read);
  expect(answer.result.structuredContent.text).toContain('Hello everyone.');

  const { address, assistants } = await ann.call(listAssistants, {});
  expect(address).toMatch(/\/mcp$/);
  expect(assistants).toMatchObject([
    { name: 'Helpful', scopes: ['read'], lastUse: { program: expect.any(String) } },
  ]);
});

it("gives a token for nothing but assistants' calls, and keeps nothing in the database that opens them", async () => {
  const { base, ann, app, sql } = await withAnn();
  const { tokens } = await signInAssistant(base, ann);
  const { access_token: token, refresh_token: refreshing = '' } = tokens;
  const outside = await app.inject({
    url: getCurrentUser.path,
    headers: { authorization: `Bearer ${token}` },
  });
  expect([outside.statusCode, outside.json().code]).toEqual([401, 'token_unknown']);
  const forged = { authorization: `Bearer ${token}`, 'x-tapescript-inner': 'a guess' };
  expect((await app.inject({ url: getCurrentUser.path, headers: forged })).statusCode).toBe(401);
  const [row] = await sql("select string_agg(oauth_records::text, ' ') as kept from oauth_records", []);
  expect(String(row?.kept)).not.toContain(token);
  expect(String(row?.kept)).not.toContain(refreshing);
});

it('tells an assistant which scope it lacks, so that it can ask for it', async () => {
  const { base, ann, ...test } = await withAnn();
  const id = await seedTranscript(test, ann);
  const { tokens } = await signInAssistant(base, ann, ['read']);
  const name = {
    name: 'rename_speaker',
    arguments: { transcriptId: id, speaker: 'Speaker 1', name: 'Grace' },
  };
  const { status, challenge } = await callWith(base, tokens.access_token, 'tools/call', name);
  expect(status).toBe(403);
  expect(challenge).toContain('error="insufficient_scope", scope="write", resource_metadata="');
  // With a valid token there is no challenge.
  expect((await callWith(base, tokens.access_token, 'tools/list')).challenge).toBeNull();
});

it('ends an assistant that is disconnected, at once', async () => {
  const { base, ann, person } = await withAnn();
  const { met, tokens } = await signInAssistant(base, ann);
  const { tokens: others } = await signInAssistant(base, ann);
  const [, first] = (await ann.call(listAssistants, {})).assistants;
  const params = { id: first?.id ?? expect.unreachable() };
  const bob = await person('Bob');
  await expect(bob.call(disconnectAssistant, { params })).rejects.toMatchObject({
    code: 'assistant_not_found',
  });
  await ann.call(disconnectAssistant, { params });
  const { status, challenge } = await callWith(base, tokens.access_token, 'ping');
  expect([status, challenge]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
  await expect(refresh(met, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await callWith(base, others.access_token, 'ping')).status).toBe(200);
});

it('lets two assistants in that are opened in the same browser at once', async () => {
  const { base, ann } = await withAnn();
  const [one, other] = [await meetServer(base), await meetServer(base)];
  const first = await begin(one, ann);
  const second = await begin(other, ann, {}, first.jar);
  for (const [met, begun] of [
    [other, second],
    [one, first],
  ] as const) {
    const { back = expect.unreachable() } = await agree(begun, ann);
    const tokens = await exchange(met, begun, back);
    expect((await callWith(base, tokens.access_token, 'ping')).status).toBe(200);
  }
  expect((await ann.call(listAssistants, {})).assistants).toHaveLength(2);
});

it('signs with the same key under every name and on every node, and publishes it without its secret', async () => {
  const { base } = await withAnn();
  const keysAt = async (address: string) =>
    (await (await fetch(`${address}/oauth/jwks`)).json()) as { keys: object[] };
  const { keys } = await keysAt(base);
  expect(keys).toMatchObject([{ kty: 'EC', kid: 'tapescript' }]);
  expect(keys[0]).not.toHaveProperty('d');
  expect(await keysAt(base.replace('127.0.0.1', 'localhost'))).toEqual({ keys });
});

it('takes no more than some registrations from an address, and stays there for others', async () => {
  const test = await testApp();
  const base = (await test.listen()).replace(/\/$/, '');
  const ann = await test.person('Ann');
  const register = () =>
    fetch(`${base}/oauth/register`, {
      method: 'POST',
      body: JSON.stringify({ client_name: 'Many', redirect_uris: ['https://a.example/callback'] }),
      headers: { 'content-type': 'application/json' },
    });
  const asked = Array.from({ length: 200 }, register);
  expect((await fetch(`${base}/api/health`)).status).toBe(200);
  await ann.call(listAssistants, {});
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(140);
  const [row] = await test.sql(
    "select count(*)::int as n, max(expires_at) < now() + interval '25 hours' as soon from oauth_records",
    [],
  );
  expect(row).toEqual({ n: 60, soon: true });
});

it('plays recordings for an assistant until it is disconnected', async () => {
  const test = await sharedApp({ workers: true });
  const base = (await test.listen()).replace(/\/$/, '');
  const ann = await test.person('Ann');
  const id = await ann.upload(await wavRecording(2000));
  await ann.settled(id);
  const { tokens } = await signInAssistant(base, ann);
  const call = { name: 'play_address', arguments: { transcriptId: id } };
  const { answer } = await callWith(base, tokens.access_token, 'tools/call', call);
  const { url } = answer.result.structuredContent;
  const played = await fetch(url);
  expect([played.status, played.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin']);
  const [first] = (await ann.call(listAssistants, {})).assistants;
  await ann.call(disconnectAssistant, { params: { id: first?.id ?? expect.unreachable() } });
  expect((await fetch(url)).status).toBe(403);
});

it('exchanges a refresh token once: whoever uses it again ends all of them', async () => {
  const { base, ann } = await withAnn();
  const { met, tokens } = await signInAssistant(base, ann);
  const old = tokens.refresh_token ?? '';
  const renewed = await refresh(met, old);
  expect(renewed.refresh_token).not.toBe(old);
  expect((await callWith(base, renewed.access_token, 'ping')).status).toBe(200);
  await expect(refresh(met, old)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await callWith(base, renewed.access_token, 'ping')).status).toBe(401);
  await expect(refresh(met, renewed.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await ann.call(listAssistants, {})).assistants).toEqual([]);
});

it('exchanges a code once, also when it is brought twice at the same moment', async () => {
  const { base, ann } = await withAnn();
  const met = await meetServer(base);
  const begun = await begin(met, ann);
  const { back = expect.unreachable() } = await agree(begun, ann);
  const answers = await Promise.allSettled([exchange(met, begun, back), exchange(met, begun, back)]);
  const given = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value.access_token] : []));
  expect(given.length).toBeLessThanOrEqual(1);
  await expect(exchange(met, begun, back)).rejects.toMatchObject({ error: 'invalid_grant' });
  for (const token of given) expect((await callWith(base, token, 'ping')).status).toBe(401);
});

it('revokes what an assistant gives back', async () => {
  const { base, ann } = await withAnn();
  const { met, tokens } = await signInAssistant(base, ann);
  await revoke(met, tokens.refresh_token ?? '');
  expect((await callWith(base, tokens.access_token, 'ping')).status).toBe(401);
});

it.each([
  ['without PKCE', { code_challenge: null, code_challenge_method: null }],
  ['with a plain challenge', { code_challenge_method: 'plain' }],
  ['to another host', { redirect_uri: 'https://elsewhere.example/callback' }],
  ['to another path', { redirect_uri: 'http://127.0.0.1:33418/other' }],
  ['with a fragment', { redirect_uri: 'http://127.0.0.1:33418/callback#x' }],
  ['to an app', { redirect_uri: 'myapp://callback' }],
  ['for another server', { resource: 'https://elsewhere.example/mcp' }],
  ['for a client that nobody knows', { client_id: 'nobody' }],
  ['for a token in the address', { response_type: 'token' }],
])('refuses an authorization %s', async (_what, changes) => {
  const { base, ann } = await withAnn();
  const { response, page } = await begin(await meetServer(base), ann, changes);
  expect(page).toBe('');
  const location = response.headers.get('location');
  if (location === null) expect(response.status).toBe(400);
  else expect(location).toMatch(/^http:\/\/127\.0\.0\.1:33418\/callback[?#]error=/);
});

it('takes any port of this machine (RFC 8252), and a code only with the address that it was asked for', async () => {
  const { base, ann } = await withAnn();
  const met = await meetServer(base);
  const redirect = 'http://127.0.0.1:50000/callback';
  const begun = await begin(met, ann, { redirect_uri: redirect });
  const { back = expect.unreachable() } = await agree(begun, ann);
  expect(back.host).toBe('127.0.0.1:50000');
  await expect(exchange(met, begun, back, 'http://127.0.0.1:50001/callback')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

it('lets nobody in who says no, is somebody else by now, or is in another browser', async () => {
  const { base, ann, person, visitor } = await withAnn();
  const bob = await person('Bob');
  const met = await meetServer(base);
  const refused = await agree(await begin(met, ann), ann, []);
  expect(refused.back?.searchParams.get('error')).toBe('access_denied');

  const begun = await begin(met, ann);
  // Bob has signed in meanwhile, and sees Ann's page.
  const [name = '', value = ''] = bob.cookie.split('=');
  begun.jar.set(name, value);
  expect(await agree(begun, ann)).toMatchObject({ status: 409, code: 'consent_by_another' });
  // In another browser there is no cookie of this authorization.
  const elsewhere = await begin(met, bob);
  expect((await look({ ...elsewhere, page: begun.page })).consent).toMatchObject({ code: 'consent_over' });
  expect((await look(await begin(met, visitor()))).status).toBe(401);
  const form = await begun.jar.fetch(`${begun.page}/decision`, {
    method: 'POST',
    body: `scopes=read&userId=${bob.user?.id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://elsewhere.example' },
  });
  expect(form.status).toBe(403);
  expect((await ann.call(listAssistants, {})).assistants).toEqual([]);
  expect((await bob.call(listAssistants, {})).assistants).toEqual([]);
});

it('refuses to register what leads to an app or to http elsewhere, and forgets within a day who was never let in', async () => {
  const { base, ann, sql } = await withAnn();
  const register = (redirect: string) =>
    fetch(`${base}/oauth/register`, {
      method: 'POST',
      body: JSON.stringify({ client_name: 'Odd', redirect_uris: [redirect] }),
      headers: { 'content-type': 'application/json' },
    });
  for (const redirect of [
    'myapp://callback',
    'http://elsewhere.example/',
    'javascript:alert(1)',
    'https://a.example/#x',
    'nothing',
  ]) {
    expect((await register(redirect)).status, redirect).toBe(400);
  }
  expect((await register('https://a.example/callback')).status).toBe(201);
  await signInAssistant(base, ann);
  const rows = await sql(
    "select expires_at - now() as left from oauth_records where model = 'Client' and payload ->> 'client_name' in ('Odd', 'Helpful')",
    [],
  );
  expect(rows.some(({ left }) => left === null)).toBe(true);
  expect(rows.some(({ left }) => left !== null)).toBe(true);
});

/** An application that may fetch from one address of this machine, where a client's metadata document is served as told. */
async function withDocument(serve: (id: string, response: ServerResponse) => void, path = '/client.json') {
  let asked = 0;
  let id = '';
  const address = await startEncryptedLoopback((_request, response) => {
    asked += 1;
    serve(id, response);
  });
  id = address + path;
  const test = await testApp({ env: { OUTBOUND_ALLOW: new URL(address).host } });
  const base = (await test.listen()).replace(/\/$/, '');
  const ann = await test.person('Ann');
  return { base, ann, id, host: new URL(address).host, asked: () => asked, met: await meetServer(base, id) };
}

const document = (id: string, changes: object = {}) =>
  JSON.stringify({
    client_id: id,
    client_name: 'Claude',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    ...changes,
  });

it('lets in who names a metadata document as its id, and shows where that comes from', async () => {
  const { ann, met, host, base, asked } = await withDocument((id, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=600' })
      .end(document(id)),
  );
  const begun = await begin(met, ann);
  expect((await look(begun)).consent).toMatchObject({ name: 'Claude', host });
  const { back = expect.unreachable() } = await agree(begun, ann);
  const tokens = await exchange(met, begun, back);
  expect((await callWith(base, tokens.access_token, 'ping')).status).toBe(200);
  expect((await ann.call(listAssistants, {})).assistants).toMatchObject([{ name: 'Claude', host }]);
  expect(asked()).toBe(1);
});

it.each<[string, (id: string, response: ServerResponse) => void]>([
  [
    'is enormous',
    (id, response) => void response.writeHead(200).end(document(id, { padding: 'x'.repeat(100_000) })),
  ],
  ['never ends', (_id, response) => void response.writeHead(200).write('{')],
  [
    'names another id',
    (_id, response) => void response.writeHead(200).end(document('https://elsewhere.example/')),
  ],
  ['is behind a redirect', (id, response) => void response.writeHead(302, { location: `${id}?other` }).end()],
  ['is not there', (_id, response) => void response.writeHead(404).end()],
  ['is no JSON', (_id, response) => void response.writeHead(200).end('<html>')],
  ['has a secret', (id, response) => void response.writeHead(200).end(document(id, { client_secret: 'x' }))],
  [
    'leads to an app',
    (id, response) => void response.writeHead(200).end(document(id, { redirect_uris: ['myapp://x'] })),
  ],
])('refuses a metadata document that %s, and does not ask again at once', async (_what, serve) => {
  const { ann, met, asked } = await withDocument(serve);
  for (let time = 0; time < 3; time += 1) {
    const { response, page } = await begin(met, ann);
    expect([response.status, page]).toEqual([400, '']);
    expect(await response.text()).toContain('The assistant cannot be connected');
  }
  expect(asked()).toBe(1);
});

it('fetches no metadata document from a private address', async () => {
  const { base, ann } = await withAnn();
  for (const id of [
    'https://127.0.0.1:1/client.json',
    'https://10.0.0.1/client.json',
    'https://localhost/client.json',
  ]) {
    const { response, page } = await begin(await meetServer(base, id), ann);
    expect([response.status, page], id).toEqual([400, '']);
  }
});

it('has no authorization server where nothing is encrypted, and takes access tokens there', async () => {
  const test = await testApp({ env: { PUBLIC_URL: 'http://tapes.example.org' } });
  const ann = await test.person('Ann');
  const get = (url: string) => test.app.inject({ url, headers: { host: 'tapes.example.org' } });
  for (const url of [
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
  ]) {
    expect((await get(url)).statusCode, url).toBe(404);
  }
  const refused = await test.app.inject({
    method: 'POST',
    url: '/mcp',
    payload: {},
    headers: { host: 'tapes.example.org' },
  });
  expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, undefined]);
  expect((await ann.call(listAssistants, {})).address).toBeNull();
});
