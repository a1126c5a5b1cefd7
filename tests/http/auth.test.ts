import { beforeEach, describe, expect, it } from 'vitest';
import {
  changePassword,
  getCurrentUser,
  getPasswordState,
  getSignUpState,
  signIn,
  signOutEverywhere,
  signUp,
} from '#contract/auth.ts';
import { sharedApp, type TestApp, testApp } from '#tests/support/app.ts';
import { cookieOf, type Person } from '#tests/support/person.ts';

const PASSWORD = 'correct horse';

it('creates an account, signs in, knows the person, and signs out', async () => {
  const { person, app } = await sharedApp();
  const ann = await person('Ann');
  expect(await ann.call(getCurrentUser, {})).toMatchObject({
    firstName: 'Ann',
    email: ann.email,
    profileImageUrl: null,
  });

  const response = await app.inject({ url: '/api/logout', headers: { cookie: ann.cookie } });
  expect(response.statusCode).toBe(302);
  expect(response.headers.location).toBe('/');
  await expect(ann.call(getCurrentUser, {})).rejects.toMatchObject({ status: 401, code: 'unauthorized' });

  await ann.call(signIn, { body: { email: ann.email.toUpperCase(), password: PASSWORD } });
});

it('sets a cookie that scripts cannot read and other sites do not send', async () => {
  const { app } = await sharedApp();
  const payload = { email: 'cookie@example.test', password: PASSWORD, firstName: 'A' };
  const response = await app.inject({ method: 'POST', url: '/api/auth/sign-up', payload });
  expect(response.headers['set-cookie']).toMatch(/^tapescript_session=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
  expect(response.headers['set-cookie']).toContain('Max-Age=2592000');
  const https = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    payload,
    headers: { 'x-forwarded-proto': 'https' },
  });
  // No other site of the same domain can set one of this name.
  expect(https.headers['set-cookie']).toMatch(
    /^__Host-tapescript_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const whoIs = async (cookie: string) =>
    (await app.inject({ url: '/api/auth/user', headers: { cookie, 'x-forwarded-proto': 'https' } }))
      .statusCode;
  const cookie = cookieOf(https.headers['set-cookie']);
  expect([await whoIs(cookie), await whoIs(cookie.replace('__Host-', ''))]).toEqual([200, 401]);
  const out = await app.inject({ url: '/api/logout', headers: { cookie, 'x-forwarded-proto': 'https' } });
  expect(out.headers['set-cookie']).toMatch(
    /^__Host-tapescript_session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax$/,
  );
});

it('answers the same for an unknown address and a wrong password', async () => {
  const { person, visitor } = await sharedApp();
  const ann = await person();
  const wrong = visitor().call(signIn, { body: { email: ann.email, password: 'wrong horse' } });
  await expect(wrong).rejects.toMatchObject({ status: 401, code: 'wrong_credentials' });
  const unknown = visitor().call(signIn, { body: { email: 'nobody@example.test', password: PASSWORD } });
  await expect(unknown).rejects.toMatchObject({ status: 401, code: 'wrong_credentials' });
});

it('keeps neither passwords nor session tokens in the database', async () => {
  const { person, sql } = await sharedApp();
  const ann = await person();
  const [row] = await sql(
    'select password_hash, token_hash from users join sessions on user_id = users.id where user_id = $1',
    [ann.user?.id],
  );
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(ann.cookie).not.toContain(String(row?.token_hash));
});

it.each([
  [{ email: 'not an address' }, 'email'],
  [{ email: `${'a'.repeat(250)}@example.test` }, 'email'],
  [{ password: '1234567' }, 'password'],
  [{ password: 'x'.repeat(129) }, 'password'],
  [{ firstName: '   ' }, 'firstName'],
  [{ firstName: 7 }, 'firstName'],
])('refuses an account with %j', async (change, field) => {
  const { visitor } = await sharedApp();
  const body = { email: 'a@example.test', password: PASSWORD, firstName: 'A', ...change };
  const call = visitor().call(signUp, { body: body as never });
  await expect(call).rejects.toMatchObject({
    status: 400,
    code: 'invalid_input',
    body: { issues: [{ path: field }] },
  });
});

it('gives an address to one account only, whatever its case, also when two ask at once', async () => {
  const { visitor, sql } = await sharedApp();
  const calls = ['Eve@example.test', 'eve@EXAMPLE.test'].map((email) =>
    visitor().call(signUp, { body: { email, password: PASSWORD, firstName: 'Eve' } }),
  );
  const results = await Promise.allSettled(calls);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await sql("select count(*)::int as n from users where lower(email) = 'eve@example.test'")).toEqual([
    { n: 1 },
  ]);
});

it('ends all sessions of a person, on every device', async () => {
  const { person, visitor } = await sharedApp();
  const ann = await person();
  const phone = visitor();
  const response = await phone.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    payload: { email: ann.email, password: PASSWORD },
  });
  phone.cookie = cookieOf(response.headers['set-cookie']);
  await phone.call(getCurrentUser, {});
  await ann.call(signOutEverywhere, {});
  await expect(phone.call(getCurrentUser, {})).rejects.toMatchObject({ status: 401 });
});

describe('a new password', () => {
  const NEW = 'battery staple';
  const change = (person: Person, currentPassword: string, newPassword: string) =>
    person.call(changePassword, { body: { currentPassword, newPassword } });
  const signedInAgain = async ({ visitor }: TestApp, { email }: Person, password: string) => {
    const person = visitor();
    const payload = { email, password };
    const answer = await person.app.inject({ method: 'POST', url: '/api/auth/sign-in', payload });
    person.cookie = answer.statusCode === 200 ? cookieOf(answer.headers['set-cookie']) : '';
    return person;
  };

  it('takes the place of the old one, and ends every other session', async () => {
    const test = await sharedApp();
    const [ann, bob] = [await test.person('Ann'), await test.person('Bob')];
    const phone = await signedInAgain(test, ann, PASSWORD);
    expect(await ann.call(getPasswordState, {})).toEqual({ isSet: true });
    expect(await change(ann, PASSWORD, NEW)).toEqual({ success: true });
    await ann.call(getCurrentUser, {});
    await bob.call(getCurrentUser, {});
    await expect(phone.call(getCurrentUser, {})).rejects.toMatchObject({ status: 401 });
    expect((await signedInAgain(test, ann, PASSWORD)).cookie).toBe('');
    await (await signedInAgain(test, ann, NEW)).call(getCurrentUser, {});
    await (await signedInAgain(test, bob, PASSWORD)).call(getCurrentUser, {});
  });

  it('is refused to who does not know the old one, who does not learn it by trying', async () => {
    const test = await sharedApp();
    const ann = await test.person();
    const wrong = { status: 403, code: 'wrong_password' };
    await expect(change(ann, `${PASSWORD} `, NEW)).rejects.toMatchObject(wrong);
    await expect(change(ann, PASSWORD, 'short')).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
    for (let tries = 0; tries < 9; tries += 1)
      await change(ann, `${tries}`, NEW).catch((error) => expect(error).toMatchObject(wrong));
    await expect(change(ann, PASSWORD, NEW)).rejects.toMatchObject({ status: 429 });
    expect((await signedInAgain(test, ann, PASSWORD)).cookie).not.toBe('');
  });

  it('is the one of two that came first', async () => {
    const test = await sharedApp();
    const ann = await test.person();
    const wanted = [`${NEW} 1`, `${NEW} 2`];
    const results = await Promise.allSettled(wanted.map((password) => change(ann, PASSWORD, password)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const good = wanted[results.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    expect((await signedInAgain(test, ann, good)).cookie).not.toBe('');
  });

  it('is refused to a person who signs in without a password', async () => {
    const { person, sql } = await sharedApp();
    const ann = await person();
    await sql('update users set password_hash = null where id = $1', [ann.user?.id]);
    expect(await ann.call(getPasswordState, {})).toEqual({ isSet: false });
    await expect(change(ann, PASSWORD, NEW)).rejects.toMatchObject({ code: 'passwords_off' });
  });
});

it('does not know an expired session, and extends one that is in use', async () => {
  const { person, sql } = await sharedApp();
  const ann = await person();
  const expireIn = (interval: string) =>
    sql('update sessions set expires_at = now() + $2::interval where user_id = $1', [ann.user?.id, interval]);
  await expireIn('20 days');
  await ann.call(getCurrentUser, {});
  const [row] = await sql(
    "select expires_at > now() + interval '29 days' as extended from sessions where user_id = $1",
    [ann.user?.id],
  );
  expect(row?.extended).toBe(true);
  await expireIn('-1 second');
  await expect(ann.call(getCurrentUser, {})).rejects.toMatchObject({ status: 401 });
});

it('refuses changing requests from pages of other sites', async () => {
  const { app, person } = await sharedApp();
  const ann = await person();
  const ask = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/sign-out-everywhere',
      headers: { cookie: ann.cookie, ...headers },
    });
  expect((await ask({ origin: 'https://evil.test' })).json()).toMatchObject({ code: 'foreign_origin' });
  expect((await ask({ origin: 'null' })).statusCode).toBe(403);
  expect((await ask({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect((await ask({ origin: 'http://localhost:80', host: 'localhost:80' })).statusCode).toBe(403);
  expect((await ask({ origin: 'http://tapescript.test', host: 'tapescript.test' })).statusCode).toBe(200);
});

it('goes to the sign-in page and takes back only paths of this site', async () => {
  const { app } = await sharedApp();
  const location = async (returnTo: string) =>
    (await app.inject({ url: '/api/login', query: { returnTo } })).headers.location;
  expect(await location('/transcript/7?t=75')).toBe('/sign-in?returnTo=%2Ftranscript%2F7%3Ft%3D75');
  for (const bad of [
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    '',
  ]) {
    expect(await location(bad)).toBe('/sign-in');
  }
});

it('slows down guessing one account without locking the others out', async () => {
  const { visitor, person } = await sharedApp();
  const guesser = visitor();
  const ann = await person('Ann');
  const bob = await person('Bob');
  const guess = () =>
    guesser.call(signIn, { body: { email: ann.email, password: 'guess' } }).catch((e: unknown) => e);
  const guesses = await Promise.all(Array.from({ length: 12 }, guess));
  expect(guesses).toContainEqual(expect.objectContaining({ status: 429, code: 'too_many_requests' }));
  await guesser.call(signIn, { body: { email: bob.email, password: PASSWORD } });
});

it('writes down what looks like an attack, with where it came from, and neither names nor passwords', async () => {
  const lines: string[] = [];
  const { app } = await testApp({ onLog: (line) => lines.push(line) });
  const payload = { email: 'ann@example.test', password: 'a guess' };
  const url = '/api/auth/sign-in';
  await app.inject({ method: 'POST', url, payload, remoteAddress: '203.0.113.9' });
  const headers = { origin: 'https://evil.test' };
  await app.inject({ method: 'POST', url, payload, headers, remoteAddress: '203.0.113.9' });
  const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'refused');
  expect(refused).toMatchObject([
    { level: 40, code: 'wrong_credentials', address: '203.0.113.9', method: 'POST', route: url },
    { level: 40, code: 'foreign_origin', address: '203.0.113.9', method: 'POST', route: url },
  ]);
  expect(lines.join('')).not.toMatch(/ann@|a guess/);
});

it('writes down what the database refused, and nothing of what people sent', async () => {
  const lines: string[] = [];
  const { app, sql } = await testApp({ onLog: (line) => lines.push(line) });
  await sql('alter table users rename column first_name to lost');
  const payload = { email: 'ann@example.test', password: 'correct horse', firstName: 'Anneliese' };
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/auth/sign-up', payload });
  expect(statusCode).toBe(500);
  const failed = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed');
  expect(failed.err.message).toMatch(/^Failed query: /);
  expect(failed.err.cause.message).toMatch(/first_name/);
  expect(lines.join('')).not.toMatch(/ann@|Anneliese|correct horse|argon2/);
});

describe('guessing', () => {
  const from = async (remoteAddress: string, email: string, headers: Record<string, string> = {}) =>
    (await guesser).inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      remoteAddress,
      headers,
      payload: { email, password: 'a guess' },
    });
  let guesser: Promise<TestApp['app']>;
  beforeEach(() => {
    guesser = testApp().then(({ app }) => app);
  });
  const statuses = async (guesses: Promise<{ statusCode: number }>[]) =>
    (await Promise.all(guesses)).map(({ statusCode }) => statusCode);

  it('comes to an end for one account, from however many addresses', async () => {
    const answers = await statuses(
      Array.from({ length: 105 }, (_, index) => from(`203.0.113.${index % 21}`, 'ann@example.test')),
    );
    expect(answers.filter((status) => status === 401)).toHaveLength(100);
    expect(answers.filter((status) => status === 429)).toHaveLength(5);
    expect(await statuses([from('203.0.113.1', 'bob@example.test')])).toEqual([401]);
  });

  it('is not quicker from many addresses of one IPv6 network, or with made-up ones in headers', async () => {
    const near = Array.from({ length: 12 }, (_, index) => from(`2001:db8::${index + 1}`, 'ann@example.test'));
    expect((await statuses(near)).filter((status) => status === 429)).toHaveLength(2);
    const spoofed = Array.from({ length: 12 }, (_, index) =>
      from('203.0.113.1', 'ann@example.test', { 'x-forwarded-for': `198.51.100.${index}` }),
    );
    expect((await statuses(spoofed)).filter((status) => status === 429)).toHaveLength(2);
    // A proxy that is believed adds the address that it sees: what came before it is the visitor's own word.
    const behind = Array.from({ length: 12 }, (_, index) =>
      from('127.0.0.1', 'ann@example.test', { 'x-forwarded-for': `198.51.100.${index}, 203.0.113.2` }),
    );
    expect((await statuses(behind)).filter((status) => status === 429)).toHaveLength(2);
  });
});

describe('closed sign-up', () => {
  const closed = { env: { SIGN_UP: 'closed' } };
  const join = (test: Pick<TestApp, 'visitor'>, name: string) => {
    const body = { email: `${name}@example.test`, password: PASSWORD, firstName: name };
    return test.visitor().call(signUp, { body });
  };

  it('lets exactly one make the first account, also when fifty want it at once, and tells the others whom to ask', async () => {
    const test = await testApp(closed);
    expect(await test.visitor().call(getSignUpState, {})).toEqual({ isOpen: true });
    const joins = Array.from({ length: 50 }, (_, at) => join(test, `one${at}`));
    const outcomes = await Promise.allSettled(joins);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await test.sql('select count(*)::int as n from users')).toEqual([{ n: 1 }]);
    await expect(join(test, 'late')).rejects.toMatchObject({
      status: 403,
      code: 'sign_up_closed',
      message: expect.stringContaining('ask whoever runs this installation'),
    });
    expect(await test.visitor().call(getSignUpState, {})).toEqual({ isOpen: false });
  });

  it('is open unless it is closed', async () => {
    const test = await sharedApp();
    await test.person('Ann');
    expect(await test.visitor().call(getSignUpState, {})).toEqual({ isOpen: true });
  });
});

it('counts new accounts by the network of an IPv6 address', async () => {
  const { app } = await testApp();
  const from = async (remoteAddress: string) => {
    const answer = await app.inject({ method: 'POST', url: signUp.path, remoteAddress, payload: {} });
    return answer.headers['x-ratelimit-remaining'];
  };
  expect([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8:0:1::1')]).toEqual([
    '299',
    '298',
    '299',
  ]);
});

describe('a password that is guessed first', () => {
  it.each([
    ['password123', 'guessed first'],
    ['PassWord123', 'guessed first'],
    ['ｐａｓｓｗｏｒｄ１２３', 'guessed first'],
    ['password 123', 'guessed first'],
    ['abcabcabc', 'guessed first'],
    ['marie.curie@example.test', 'your e-mail address'],
    ['Marie.Curie', 'your e-mail address'],
    ['mariecurie1867', 'your e-mail address'],
  ])('%s is refused for a new account, and for an old one', async (password, reason) => {
    const { visitor, sql } = await sharedApp();
    await sql("delete from users where email = 'marie.curie@example.test'");
    const body = { email: 'marie.curie@example.test', password, firstName: 'Marie' };
    const refused = (field: string) => ({
      status: 400,
      code: 'invalid_input',
      message: expect.stringContaining(reason),
      body: { issues: [{ path: field }] },
    });
    await expect(visitor().call(signUp, { body })).rejects.toMatchObject(refused('password'));
    const marie = visitor();
    const payload = { ...body, password: PASSWORD };
    const answer = await marie.app.inject({ method: 'POST', url: signUp.path, payload });
    marie.cookie = cookieOf(answer.headers['set-cookie']);
    const change = { currentPassword: PASSWORD, newPassword: password };
    await expect(marie.call(changePassword, { body: change })).rejects.toMatchObject(refused('newPassword'));
  });

  it('is the one that somebody has now, where another is asked for', async () => {
    const { person } = await sharedApp();
    const ann = await person('Ann');
    const body = { currentPassword: PASSWORD, newPassword: PASSWORD };
    await expect(ann.call(changePassword, { body })).rejects.toMatchObject({
      status: 400,
      message: 'This is the password that you have now. Please choose another one.',
    });
  });
});
