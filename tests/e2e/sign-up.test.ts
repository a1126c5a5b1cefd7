import { afterAll, expect, it } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import { expectAccessible, focusedName, openPage } from '#tests/support/browser.ts';

const { url, browser, close } = await openApplication({ env: { SIGN_UP: 'closed' } });
afterAll(close);

it('offers the first account where sign-up is closed, refuses a common password at its field, and then says whom to ask', async () => {
  const page = await openPage(browser, { expectedErrors: /40[01]/ });
  await page.goto(`${url}/sign-in`);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('First name').click();
  await page.keyboard.type('Marie');
  await page.keyboard.press('Tab');
  await page.keyboard.type('marie.curie@example.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Password123');
  await page.keyboard.press('Enter');
  await page.getByText('This password is among those that are guessed first.').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Password');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await page.getByText('No transcript selected').waitFor();

  const other = await openPage(browser, { expectedErrors: /401/ });
  await other.goto(`${url}/sign-in`);
  await other.getByText('ask whoever runs this installation').waitFor();
  expect(await other.getByRole('button', { name: 'Create an account' }).count()).toBe(0);
  await expectAccessible(other);
});
