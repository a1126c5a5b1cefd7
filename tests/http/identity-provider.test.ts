import { expect, it } from 'vitest';
import { signIn, signOutEverywhere, signUp } from '#contract/auth.ts';
import { unlink } from '#server/features/auth/operator.ts';
import { sweepSessions } from '#server/features/auth/service.ts';
import { testApp } from '#tests/support/app.ts';
import { withLastByteChanged } from '#tests/support/encrypted.ts';
import { startIdentityProvider } from '#tests/support/identity-provider.ts';
import { LoginBrowser } from '#tests/support/login-browser.ts';
import { Person } from '#tests/support/person.ts';

const PUBLIC_URL = 'http://tapes.example.test';
const ADA = {
  email: 'ada@example.test',
  email_verified: true,
  given_name: 'Ada',
  family_name: 'King',
  picture: 'https://pictures.example.test/ada.png',
};
const FAILED = '/?error=auth_failed';
const ERROR = '/?error=auth_error';

/** An application and its provider, at which Ada has an account. */
async function signInHere(env: Record<string, string> = {}) {
  const provider = await startIdentityProvider();
  provider.register(PUBLIC_URL);
  provider.people.set('ada', ADA);
  const lines: string[] = [];
  const app = await testApp({
    env: { PUBLIC_URL, ...provider.env, ...env },
    onLog: (line) => lines.push(line),
  });
  const reasons = () =>
    lines
      .map((line) => JSON.parse(line))
      .flatMap(({ failure, reason }) => (failure ? [`${failure}: ${reason}`] : []));
  return { ...app, provider, lines, reasons, browser: () => new LoginBrowser(app.app) };
}

/** Somebody who made an account by password, when there were passwords. */
async function localAccount(sql: (text: string) => Promise<unknown>, email: string) {
  await sql(`insert into users (email, first_name, password_hash) values ('${email}', 'Adele', 'a hash')`);
  await sql(`insert into sessions (token_hash, user_id, expires_at)
    select 'somebody', id, now() + interval '1 day' from users where email = '${email}'`);
}

it('signs people in with what the provider says of them, and goes where they wanted to go', async () => {
  const { browser, sql, lines } = await signInHere();
  const ada = browser();
  expect(await ada.signIn('ada', '/transcript/7?t=75')).toBe('/transcript/7?t=75');
  expect(await ada.whoAmI()).toMatchObject({
    email: 'ada@example.test',
    firstName: 'Ada',
    lastName: 'King',
    profileImageUrl: ADA.picture,
  });
  expect([...ada.ours.keys()]).toEqual(['tapescript_session']);
  expect(await sql('select issuer is not null as issuer, subject from identities')).toEqual([
    { issuer: true, subject: 'ada' },
  ]);
  const session = ada.ours.get('tapescript_session') ?? '';
  expect(lines.join('')).not.toContain(session);
});

it('asks the provider with state, nonce and PKCE, and keeps their secrets in a cookie that tells nothing', async () => {
  const { app, provider } = await signInHere();
  const response = await app.inject({ url: '/api/login', headers: { 'x-forwarded-proto': 'https' } });
  const address = new URL(String(response.headers.location));
  expect(address.origin).toBe(provider.issuer);
  const asked = Object.fromEntries(address.searchParams);
  expect(asked).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${PUBLIC_URL}/api/callback`,
    code_challenge_method: 'S256',
  });
  const cookie = String(response.headers['set-cookie']);
  expect(cookie).toMatch(
    /^tapescript_login_[0-9a-f]{16}=[\w-]+; Max-Age=900; Path=\/api; HttpOnly; Secure; SameSite=Lax$/,
  );
  for (const secret of [asked.state, asked.nonce]) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString('latin1')).not.toContain(secret);
  }
  expect(response.headers['cache-control']).toBe('no-store');
});

it('knows somebody again, by another session, and takes over what has changed at the provider', async () => {
  const { browser, provider, sql } = await signInHere();
  const [laptop, phone] = [browser(), browser()];
  await laptop.signIn('ada');
  const { id } = await laptop.whoAmI();
  provider.people.set('ada', {
    ...ADA,
    email: 'new@example.test',
    family_name: 'Lovelace',
    picture: 'http://plain',
  });
  await phone.signIn('ada');
  expect(await phone.whoAmI()).toMatchObject({ id, lastName: 'Lovelace', profileImageUrl: null });
  expect(phone.ours.get('tapescript_session')).not.toBe(laptop.ours.get('tapescript_session'));

  await sql("update users set first_name = 'Countess'");
  provider.people.set('ada', { ...ADA, given_name: 'Augusta', family_name: undefined });
  await phone.open('/api/logout');
  await phone.signIn('ada');
  expect(await phone.whoAmI()).toMatchObject({ firstName: 'Countess', lastName: null });
});

it('never goes on with a session that was there before, and ends all of them at once', async () => {
  const { browser, app } = await signInHere();
  const ada = browser();
  ada.ours.set('tapescript_session', 'planted-by-somebody-else');
  await ada.signIn('ada');
  const session = ada.ours.get('tapescript_session') ?? '';
  expect(session).toMatch(/^[\w-]{43}$/);
  const person = new Person(app);
  person.cookie = `tapescript_session=${session}`;
  await person.call(signOutEverywhere, {});
  await expect(ada.whoAmI()).rejects.toMatchObject({ status: 401 });
});

it('makes an account with a verified address that of its person, and ends what others could get in by', async () => {
  const { browser, sql } = await signInHere();
  await localAccount(sql, 'ADA@example.test');
  const ada = browser();
  await ada.signIn('ada');
  expect(await ada.whoAmI()).toMatchObject({ firstName: 'Adele', lastName: 'King' });
  expect(
    await sql('select count(*)::int as people, count(password_hash)::int as passwords from users'),
  ).toEqual([{ people: 1, passwords: 0 }]);
  expect(await sql("select * from sessions where token_hash = 'somebody'")).toEqual([]);
});

it.each(['refuse', 'accept'])(
  'never signs in as somebody else by an address that is not verified (%s)',
  async (choice) => {
    const { browser, provider, sql, reasons } = await signInHere({ OIDC_UNVERIFIED_EMAIL: choice });
    await localAccount(sql, 'ada@example.test');
    for (const email_verified of [false, undefined, 'yes']) {
      provider.people.set('ada', { ...ADA, email_verified });
      const ada = browser();
      expect(await ada.signIn('ada'), String(email_verified)).toBe(FAILED);
      await expect(ada.whoAmI()).rejects.toMatchObject({ status: 401 });
      expect(reasons().at(-1)).toMatch(/^refused: .*e-mail/);
    }
    expect(await sql('select count(*)::int as n from identities')).toEqual([{ n: 0 }]);
    expect(await sql('select count(*)::int as n from sessions')).toEqual([{ n: 1 }]);
  },
);

it('makes no account for an address that is not verified or missing, unless the operator wants that', async () => {
  const { browser, provider, sql } = await signInHere();
  provider.people.set('eve', { ...ADA, email_verified: false });
  provider.people.set('bob', { given_name: 'Bob' });
  expect(await browser().signIn('eve')).toBe(FAILED);
  expect(await browser().signIn('bob')).toBe(FAILED);
  expect(await sql('select * from users')).toEqual([]);

  const lenient = await signInHere({ OIDC_UNVERIFIED_EMAIL: 'accept' });
  lenient.provider.people.set('eve', { ...ADA, email_verified: false });
  const eve = lenient.browser();
  expect(await eve.signIn('eve')).toBe('/');
  // Whoever came first with the address of somebody does not share an account with him.
  expect(await lenient.browser().signIn('ada')).toBe(FAILED);
  expect(await eve.whoAmI()).toMatchObject({ firstName: 'Ada' });
});

it('keeps two people of the provider apart who come with one address', async () => {
  const { browser, provider, reasons } = await signInHere();
  provider.people.set('grace', { ...ADA, given_name: 'Grace' });
  const ada = browser();
  await ada.signIn('ada');
  expect(await browser().signIn('grace')).toBe(FAILED);
  expect(await ada.whoAmI()).toMatchObject({ firstName: 'Ada' });
  expect(reasons()).toEqual(['refused: the e-mail address is that of another person of this provider']);
});

it('gives an account to whom the provider knows anew once the operator has taken the old link away', async () => {
  const { browser, provider, deps } = await signInHere();
  provider.people.set('ada-again', ADA);
  const old = browser();
  await old.signIn('ada');
  const account = await old.whoAmI();
  expect(await unlink(deps, 'ADA@example.test')).toMatchObject({ hadLink: true });
  await expect(old.whoAmI()).rejects.toMatchObject({ status: 401 });
  const next = browser();
  expect(await next.signIn('ada-again')).toBe('/');
  expect(await next.whoAmI()).toEqual(account);
  // The first one is somebody else now.
  expect(await browser().signIn('ada')).toBe(FAILED);
});

it('makes one account for somebody who comes by several tabs at once, each to its own page', async () => {
  const { browser, sql } = await signInHere();
  const ada = browser();
  const pages = ['/library', '/settings', '/transcript/1'];
  const logins = [];
  for (const page of pages) logins.push(await ada.begin(page));
  const backs = [];
  for (const login of logins) backs.push(await ada.atProvider(login, 'ada'));
  expect(await Promise.all(backs.reverse().map((back) => ada.open(back)))).toEqual(pages.reverse());
  expect(await sql('select count(*)::int as n from users')).toEqual([{ n: 1 }]);
  expect([...ada.ours.keys()]).toEqual(['tapescript_session']);
});

it('keeps only so many logins of a browser', async () => {
  const { browser } = await signInHere();
  const ada = browser();
  const first = await ada.begin('/first');
  for (let times = 0; times < 7; times += 1) await ada.begin('/again');
  expect(ada.ours.size).toBe(5);
  expect(await ada.open(await ada.atProvider(first, 'ada'))).toBe(FAILED);
});

it('says that it failed when the person cancels at the provider', async () => {
  const { browser, reasons } = await signInHere();
  const ada = browser();
  expect(await ada.signIn(null)).toBe(FAILED);
  expect(ada.ours.size).toBe(0);
  expect(reasons()).toEqual(['denied: the provider sends back: access_denied']);
  expect(await ada.signIn('ada')).toBe('/');
});

it('takes a login back only once, only from its own browser, and only unchanged', async () => {
  const { browser, reasons, sql, deps } = await signInHere();
  const [ada, eve] = [browser(), browser()];
  const back = await ada.atProvider(await ada.begin(), 'ada');
  const kept = new Map(ada.ours);

  // Another browser, with a login of its own or with none.
  expect(await eve.open(back)).toBe(FAILED);
  await eve.begin();
  expect(await eve.open(back)).toBe(FAILED);
  // A cookie of its own under the name of the other, and one that was changed.
  const [name = ''] = kept.keys();
  const [own = ''] = eve.ours.values();
  eve.ours.set(name, own);
  expect(await eve.open(back)).toBe(FAILED);
  eve.ours.set(name, withLastByteChanged(kept.get(name) ?? ''));
  expect(await eve.open(back)).toBe(FAILED);
  expect(await eve.open('/api/callback')).toBe(FAILED);
  expect(await eve.open('/api/callback?error=access_denied&state=x')).toBe(FAILED);
  await expect(eve.whoAmI()).rejects.toMatchObject({ status: 401 });

  expect(await ada.open(back)).toBe('/');
  expect(await ada.open(back)).toBe(FAILED);
  // Even somebody who kept the cookie.
  eve.ours.set(name, kept.get(name) ?? '');
  expect(await eve.open(back)).toBe(FAILED);
  expect(reasons().at(-1)).toBe('denied: the login was back before');
  await sweepSessions(deps);
  expect(await sql('select count(*)::int as n from spent_logins')).toEqual([{ n: 1 }]);
  await sql("update spent_logins set expires_at = now() - interval '1 second'");
  await sweepSessions(deps);
  expect(await sql('select count(*)::int as n from spent_logins')).toEqual([{ n: 0 }]);
  expect(await sql('select count(*)::int as n from sessions')).toEqual([{ n: 1 }]);
});

it('takes no login that lasted too long', async () => {
  const { browser, reasons, deps } = await signInHere();
  const ada = browser();
  const back = await ada.atProvider(await ada.begin(), 'ada');
  const [name = '', encrypted = ''] = [...ada.ours][0] ?? [];
  const login = JSON.parse(deps.cipher.decrypt('login', encrypted) ?? '');
  expect(login.expiresMs - Date.now()).toBeGreaterThan(14 * 60_000);
  const expired = { ...login, expiresMs: deps.clock.now() - 1 };
  ada.ours.set(name, deps.cipher.encrypt('login', JSON.stringify(expired)));
  expect(await ada.open(back)).toBe(FAILED);
  expect(reasons()).toEqual(['denied: the login took too long']);
});

it('comes back to a page of this site only', async () => {
  const { browser } = await signInHere();
  for (const [returnTo, end] of [
    ['https://evil.test', '/'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['/\t/evil.test', '/'],
    ['javascript:alert(1)', '/'],
    [`/${'a'.repeat(2000)}`, '/'],
    ['/library?q=a\r\nset-cookie: a=b', '/'],
    ['/library?q=\u00fc \u4e2d', '/library?q=%C3%BC%20%E4%B8%AD'],
  ] as const) {
    const ada = browser();
    expect(await ada.signIn('ada', returnTo), returnTo).toBe(end);
    // The same without the way by the provider, as she is signed in now.
    if (returnTo.length < 1000) expect(await ada.begin(returnTo), returnTo).toBe(end);
  }
});

it('has no passwords while there is a provider, and its page leads there', async () => {
  const { visitor, browser, app } = await signInHere();
  const body = { email: 'a@example.test', password: 'correct horse', firstName: 'A' };
  const off = { status: 404, code: 'passwords_off' };
  await expect(visitor().call(signUp, { body })).rejects.toMatchObject(off);
  await expect(visitor().call(signIn, { body })).rejects.toMatchObject(off);
  expect(await browser().open('/sign-in?returnTo=/library')).toBe('/api/login?returnTo=%2Flibrary');
  expect(await browser().open('/sign-in')).toBe('/api/login');
  expect((await app.inject({ method: 'HEAD', url: '/api/callback' })).statusCode).toBe(404);
});

it('signs out here, and leads to the first page', async () => {
  const { browser } = await signInHere();
  const ada = browser();
  await ada.signIn('ada');
  expect(await ada.open('/api/logout')).toBe('/');
  await expect(ada.whoAmI()).rejects.toMatchObject({ status: 401 });
});

it('starts while the provider is down, says so at the sign-in, and works as soon as it is back', async () => {
  const { browser, provider, reasons } = await signInHere();
  await provider.stop();
  const ada = browser();
  expect(await ada.begin()).toBe(ERROR);
  expect(reasons()).toEqual([expect.stringMatching(/^unusable: .*connection failed/)]);
  await provider.start();
  const back = await ada.atProvider(await ada.begin('/library'), 'ada');
  await provider.stop();
  expect(await ada.open(back)).toBe(ERROR);
  await provider.start();
  expect(await ada.signIn('ada', '/library')).toBe('/library');
});

it('has no way back from a provider where there is none', async () => {
  const { app } = await testApp();
  expect((await app.inject({ url: '/api/callback?code=a&state=b' })).statusCode).toBe(404);
});

it('makes no account for somebody new where sign-up is closed, but for the first, and for whom there is one', async () => {
  const { browser, provider, reasons, sql } = await signInHere({ SIGN_UP: 'closed' });
  provider.people.set('bob', { ...ADA, email: 'bob@example.test' });
  provider.people.set('eve', { ...ADA, email: 'eve@example.test' });
  expect(await browser().signIn('ada')).toBe('/');
  expect(await browser().signIn('bob')).toBe('/?error=sign_up_closed');
  expect(reasons()).toEqual([expect.stringMatching(/^closed: .*new accounts are closed/)]);
  expect(await sql('select email from users')).toEqual([{ email: 'ada@example.test' }]);
  // By the operator: npm run account -- create.
  await localAccount(sql, 'bob@example.test');
  expect(await browser().signIn('bob')).toBe('/');
  expect(await browser().signIn('ada')).toBe('/');
  expect(await browser().signIn('eve')).toBe('/?error=sign_up_closed');
  expect(await sql('select subject from identities order by subject')).toEqual([
    { subject: 'ada' },
    { subject: 'bob' },
  ]);
});
