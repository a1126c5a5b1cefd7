import { expect, it } from 'vitest';
import { signIn, signUp } from '#contract/auth.ts';
import { CHAT_STREAM_TYPE } from '#contract/chat.ts';
import { ErrorBody } from '#contract/errors.ts';
import { EVENTS_PATH } from '#contract/events.ts';
import { getHealth } from '#contract/health.ts';
import { endpoints } from '#contract/registry.ts';
import { updateTranscript } from '#contract/transcripts.ts';
import { createFakeEngine } from '#speech/fake/engine.ts';
import { mountedRoutes } from '#tests/support/access-matrix.ts';
import { testApp } from '#tests/support/app.ts';
import { seedTranscript } from '#tests/support/projects.ts';

/** With a provider there is one route more. */
const IDENTITY = {
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'tapescript',
  OIDC_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'http://127.0.0.1:3000',
};

const pathOf = (path: string) => path.replace(/:(\w+)/g, '1');

it('serves every endpoint of the contract and lists it in OpenAPI', async () => {
  const { app } = await testApp();
  const { paths } = (await app.inject({ url: '/api/openapi.json' })).json();
  for (const { method, path, scope } of endpoints) {
    expect(app.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true);
    const listed = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(listed, `${method} ${path} in OpenAPI`).toBeDefined();
    const ways =
      scope === undefined ? [] : [{ session: [] }, ...(scope === 'none' ? [] : [{ token: [scope] }])];
    expect(listed.security, `who may call ${method} ${path}`).toEqual(ways);
  }
});

it('shows every route, endpoints with what goes in and out and which tokens may call them, on a page with no script but its own', async () => {
  const { app } = await testApp({ env: IDENTITY });
  const response = await app.inject({ url: '/api/docs' });
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
  expect((await app.inject({ url: '/api/docs/style.css' })).headers['content-type']).toBe(
    'text/css; charset=utf-8',
  );
  const { body } = response;
  expect(body).not.toMatch(
    /<script(?! src="\/api\/docs\/script\.js" defer><\/script>)|<style| style=| on\w+=|(src|href)="(https?:|\/\/)/,
  );
  const names = [...body.matchAll(/<span class="method">(\w+)<\/span> <code>([^<]+)<\/code>/g)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  const mounted = mountedRoutes(app.printRoutes({ commonPrefix: false }));
  // A page of the application, which only leads elsewhere.
  expect(names.toSorted()).toEqual(mounted.filter((name) => name !== 'GET /sign-in').toSorted());
  // One of each kind of shape.
  expect(body).toContain('  name: string // 1 to 100 characters\n');
  expect(body).toContain('  description?: string | null // at most 1000 characters\n');
  expect(body).toContain('&quot;editor&quot; | &quot;viewer&quot;');
  expect(body).toContain('Access tokens need the scope transcribe</p>');
  expect(body).toContain('Access tokens need the scope write, and must not be for one project only');
  expect(body).toContain('No access token may call it');
  expect(body).toContain('<dt><code>edit_conflict</code> 409</dt>');
});

it('answers 401 to people who are not signed in, before it looks at what they send', async () => {
  const { app } = await testApp();
  for (const { method, path, caller } of endpoints.filter((each) => each.caller === 'signed-in')) {
    const response = await app.inject({
      method,
      url: pathOf(path),
      ...(method === 'GET' ? {} : { payload: { x: 1 } }),
    });
    expect(response.statusCode, `${method} ${path} (${caller})`).toBe(401);
    expect(response.json()).toEqual({ message: 'Unauthorized', code: 'unauthorized' });
  }
});

it('is for holders of a public link exactly where the path names one', () => {
  const ofLinks = endpoints.filter(({ path }) => path.includes(':shareId')).map(({ path }) => path);
  expect(ofLinks.length).toBeGreaterThan(0);
  expect(endpoints.filter(({ caller }) => caller === 'link').map(({ path }) => path)).toEqual(ofLinks);
});

it.each([
  ['GET', '/api/nothing'],
  ['POST', '/api/transcripts/1/nothing'],
  ['GET', '/api'],
  ['DELETE', '/media/1'],
] as const)('answers JSON for the unknown address %s %s', async (method, url) => {
  const { app } = await testApp();
  const response = await app.inject({ method, url });
  expect(response.statusCode).toBe(404);
  expect(ErrorBody.parse(response.json()).code).toBe('not_found');
});

it('answers broken and oversized bodies with a reason, never with 5xx', async () => {
  const { app } = await testApp();
  const send = (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/api/auth/sign-in', payload, headers: { 'content-type': type } });
  expect((await send('{"email":')).json()).toMatchObject({ code: 'invalid_input' });
  expect((await send('[]')).statusCode).toBe(400);
  expect((await send('null')).statusCode).toBe(400);
  expect((await send(JSON.stringify({ email: 'x'.repeat(1_100_000), password: '' }))).statusCode).toBe(413);
  expect((await send('a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(400);
});

it('takes no text that a database cannot hold, anywhere', async () => {
  const { person, visitor } = await testApp();
  const ann = await person();
  const id = await ann.upload(Buffer.from('x'));
  const strange = 'a\u0000b';
  const change = (body: object) => ann.call(updateTranscript, { params: { id }, body });
  const tries = [
    () => change({ title: strange }),
    () => change({ speakerNames: { 'Speaker 1': strange } }),
    () => change({ speakerNames: { [strange]: 'Grace' } }),
    () => change({ speakerNames: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`S${n}`, 'x'])) }),
    () =>
      visitor().call(signUp, {
        body: { email: 'n@example.test', password: 'correct horse', firstName: strange },
      }),
    () => visitor().call(signIn, { body: { email: strange, password: strange } }),
  ];
  for (const attempt of tries)
    await expect(attempt()).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
  const lone = await change({ title: 'lone \ud800 half' });
  expect(lone.title.isWellFormed()).toBe(true);
  const { speakerNames } = await change({ speakerNames: { 'Speaker \udc00': 'Grace \ud83d' } });
  expect(speakerNames).toEqual({ 'Speaker \ufffd': 'Grace \ufffd' });
});

it('tells that it is well, and 503 when its database is not', async () => {
  const { visitor, deps, app } = await testApp();
  expect(await visitor().call(getHealth, {})).toMatchObject({ status: 'ok' });
  deps.reservedDb.execute = () => Promise.reject(new Error('gone')) as never;
  const response = await app.inject({ url: '/api/health' });
  expect(response.statusCode).toBe(503);
});

it('tells whether there is memory to recognise speech, where that is done here', async () => {
  const state = { processes: 0, allowed: 0, kills: 3, limitBytes: 800, availableBytes: 100 };
  const engine = { ...createFakeEngine({}), state: () => state };
  const { visitor, app } = await testApp({ engine });
  expect(await visitor().call(getHealth, {})).toMatchObject({ status: 'ok', speech: 'no-memory' });
  const metrics = async () => (await app.inject('/metrics')).body;
  expect(await metrics()).toContain('tapescript_speech_processes{state="allowed"} 0');
  expect(await metrics()).toContain('tapescript_speech_kills 3');
  expect(await metrics()).toContain('tapescript_memory_bytes{state="available"} 100');
  state.allowed = 1;
  expect(await visitor().call(getHealth, {})).toMatchObject({ status: 'ok', speech: 'ok' });
});

it('sends a strict content security policy', async () => {
  const { app } = await testApp();
  const policy = (await app.inject({ url: '/api/health' })).headers['content-security-policy'];
  expect(policy).toContain(
    "script-src 'self' https://www.youtube.com/iframe_api https://www.youtube.com/s/;",
  );
  expect(policy).toContain('frame-src https://www.youtube-nocookie.com https://www.youtube.com;');
  expect(policy).toContain("img-src 'self' data: blob: https:;");
  expect(policy).toContain("object-src 'none'");
  expect(policy).not.toContain('unsafe-eval');
});

it('sends its guards with every kind of answer, streams and failures too, and lets no cache keep what is private', async () => {
  const test = await testApp();
  const ann = await test.person();
  const id = await seedTranscript(test, ann);
  const base = await test.listen();
  const answers = [
    ['/api/auth/user', 200],
    ['/api/health', 200],
    ['/api/openapi.json', 200],
    ['/api/nothing', 404],
    ['/api/transcripts/999999', 404],
    ['/media/1/a.mp3', 403],
    ['/api/login', 302],
    ['/nothing', 404],
    [EVENTS_PATH, 200],
    [`/api/transcripts/${id}/chat`, 200],
  ] as const;
  for (const [path, status] of answers) {
    const asks = path.endsWith('/chat');
    const response = await fetch(base + path, {
      method: asks ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: ann.cookie, accept: CHAT_STREAM_TYPE, 'content-type': 'application/json' },
      ...(asks ? { body: JSON.stringify({ question: 'Who says hello?' }) } : {}),
    });
    expect([path, response.status]).toEqual([path, status]);
    expect(Object.fromEntries(response.headers), path).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
      'cache-control': expect.stringContaining('no-store'),
    });
    // That of events does not end.
    await (path === EVENTS_PATH ? response.body?.cancel() : response.text());
  }
});
