import { expect, it, onTestFinished } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import { openPage } from '#tests/support/browser.ts';
import { startIdentityProvider } from '#tests/support/identity-provider.ts';

it('signs in on the pages of a provider at another site, returns to where the person was, and tells of a cancelled login', async () => {
  const provider = await startIdentityProvider('localhost');
  provider.people.set('ada', { email: 'ada@example.test', email_verified: true, given_name: 'Ada' });
  const { url, browser, close } = await openApplication({ env: provider.env });
  onTestFinished(close);
  provider.register(url);
  const page = await openPage(browser);

  await page.goto(`${url}/sign-in`);
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  expect(new URL(page.url()).origin).toBe(provider.issuer);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Authentication failed. Please try logging in again.').waitFor();
  await page.waitForURL(`${url}/`);

  await page.goto(`${url}/library?page=1`);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Account').fill('ada');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Transcript Library' }).waitFor();
  expect(page.url()).toBe(`${url}/library?page=1`);
  await page.getByRole('banner').getByText('Ada', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Log out' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
  expect(page.url()).toBe(`${url}/`);
});
