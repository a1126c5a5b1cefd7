import { once } from 'node:events';
import { createServer } from 'node:http';
import * as oauth from 'oauth4webapi';
import { expect, it, onTestFinished } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import { expectAccessible, expectNoSideScroll, openPage, signUp, tabTo } from '#tests/support/browser.ts';
import { callWith, exchange, meetServer } from '#tests/support/signing-in-assistant.ts';

/** Where an assistant waits for the browser to come back; gives the address to which it comes. */
async function waitForBrowser() {
  const server = createServer((_request, response) => response.end('You can close this window.')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    redirect: `http://127.0.0.1:${port}/callback`,
    come: once(server, 'request').then(([request]) => new URL(request.url, `http://127.0.0.1:${port}`)),
  };
}

it('is let in by the keyboard after signing in, works, and is disconnected in Settings', async () => {
  const application = await openApplication();
  onTestFinished(application.close);
  const { url, browser } = application;
  const page = await openPage(browser, { width: 375, theme: 'dark', expectedErrors: /401/ });
  await signUp(page, url);
  const { email } = await (await page.request.get(`${url}/api/auth/user`)).json();
  await page.goto(`${url}/api/logout`);

  const met = await meetServer(url);
  const waiting = await waitForBrowser();
  const verifier = oauth.generateRandomCodeVerifier();
  const authorization = new URL(met.server.authorization_endpoint ?? '');
  const params = {
    client_id: met.client.client_id,
    redirect_uri: waiting.redirect,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: met.resource,
    state: 'a state',
  };
  for (const [name, value] of Object.entries(params)) authorization.searchParams.set(name, value);
  await page.goto(authorization.href);
  // Nobody is signed in: the login leads back to the question.
  await page.getByLabel('E-mail address').waitFor();
  await page.getByLabel('E-mail address').press('End');
  await page.keyboard.type(email);
  await tabTo(page, 'Password');
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Helpful wants to use your transcripts' }).waitFor();
  await page.getByText('Any program can give itself this name.').waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  expect(await page.getByRole('switch', { name: 'Read' }).isChecked()).toBe(true);
  expect(await page.getByRole('switch', { name: 'Bring in recordings' }).isChecked()).toBe(false);
  await tabTo(page, 'Change');
  await page.keyboard.press('Space');
  await tabTo(page, 'Allow');
  await page.keyboard.press('Enter');
  const back = await waiting.come;
  const begun = { verifier, state: 'a state' } as Parameters<typeof exchange>[1];
  const tokens = await exchange(met, begun, back, waiting.redirect);
  expect(tokens.scope).toBe('read write');
  expect((await callWith(url, tokens.access_token, 'tools/list')).answer.result.tools.length).toBeGreaterThan(
    9,
  );

  await page.goto(`${url}/settings`);
  const card = page.getByRole('region', { name: 'Assistants', exact: true });
  expect(await card.getByLabel('Address for assistants').inputValue()).toBe(`${url}/mcp`);
  await card.getByText('read, write').waitFor();
  await card.getByText('Used just now').waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await tabTo(page, 'Disconnect Helpful');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Disconnect');
  await page.keyboard.press('Enter');
  await expect.poll(() => card.getByText('Helpful').count()).toBe(0);
  expect((await callWith(url, tokens.access_token, 'tools/list')).status).toBe(401);
});

it('cannot be let in from within a page of another site', async () => {
  const application = await openApplication();
  onTestFinished(application.close);
  const { url, browser } = application;
  const answer = await fetch(`${url}/oauth/consent/unknown`, { headers: { accept: 'text/html' } });
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const page = await openPage(browser, { width: 1280, expectedErrors: /404/ });
  await signUp(page, url);
  await page.goto(`${url}/oauth/consent/unknown`);
  await page.getByText('This request has ended, or began in another browser.').waitFor();
  await expectAccessible(page);
});
