import { expect, it, onTestFinished } from 'vitest';
import { openApplication, query } from '#tests/support/application.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  focusedName,
  openPage,
  signUp,
  tabTo,
} from '#tests/support/browser.ts';
import { chooseByKeys } from '#tests/support/choose-option.ts';

it('is created in Settings by the keyboard, shown once, listed with its use, and revoked', async () => {
  const application = await openApplication();
  onTestFinished(application.close);
  const { url, browser } = application;
  const page = await openPage(browser, { width: 375, theme: 'dark' });
  await signUp(page, url);
  await page.request.post(`${url}/api/projects`, { data: { name: 'Harbour' } });
  await page.goto(`${url}/settings`);
  const card = page.getByRole('region', { name: 'Access tokens', exact: true });
  await tabTo(page, 'Create token');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Name');
  await tabTo(page, 'Read: look at and export everything');
  await page.keyboard.press('Space');
  await tabTo(page, 'Create token');
  await page.keyboard.press('Enter');
  await card.getByText('Please name the token').waitFor();
  await card.getByText('Please choose at least one thing').waitFor();
  expect(await focusedName(page)).toBe('Name');
  await page.keyboard.type('Nightly backup');
  await tabTo(page, 'Read: look at and export everything');
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await card.getByRole('combobox', { name: 'Where' }).press('Enter');
  await chooseByKeys(page, 'Only Harbour');
  await card.getByRole('combobox', { name: 'Valid for' }).press('Enter');
  await chooseByKeys(page, '7 days');
  await tabTo(page, 'Create token');
  await page.keyboard.press('Enter');
  const token = await card.getByLabel('New access token').inputValue();
  expect(token).toMatch(/^tps_/);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await tabTo(page, 'Done');
  await page.keyboard.press('Enter');
  await expect.poll(() => card.getByLabel('New access token').count()).toBe(0);
  expect(await focusedName(page)).not.toBe('');
  await card.getByText('read · only the project Harbour').waitFor();
  await card.getByText('never used').waitFor();

  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'backup/1.0' };
  expect((await fetch(`${url}/api/projects`, { headers })).status).toBe(200);
  const [row] = await query(
    application,
    `update access_tokens set expires_at = now() + interval '5 days' where ending = $1 returning id`,
    [token.slice(-4)],
  );
  expect(row?.id).toBeDefined();
  await expect
    .poll(async () => {
      await page.reload();
      await card.getByText('Nightly backup').waitFor();
      return card.getByRole('listitem').textContent();
    })
    .toContain('by backup/1.0');
  await card.getByText('Expires in 5 days').waitFor();
  expect(await page.content()).not.toContain(token.slice(0, -4));
  await expectAccessible(page);
  await expectNoSideScroll(page);

  await tabTo(page, 'Revoke Nightly backup');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Revoke token');
  await page.keyboard.press('Enter');
  await expect.poll(() => card.getByText('Nightly backup').count()).toBe(0);
  expect((await fetch(`${url}/api/projects`, { headers })).status).toBe(401);
});
