import { afterAll, describe, expect, it } from 'vitest';
import { ANTHROPIC_KEY, startAnthropicDouble } from '#tests/support/anthropic-double.ts';
import { openApplication } from '#tests/support/application.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  focusedName,
  openPage,
  signUp,
  tabTo,
  toast,
} from '#tests/support/browser.ts';

// An application of its own: at the port of the shared one, the double of chat.test.ts may run at the same time.
const claude = await startAnthropicDouble();
const { url, browser, close } = await openApplication({ env: { ANTHROPIC_BASE_URL: claude.url } });
afterAll(async () => {
  await close();
  await claude.close();
});

describe('settings', () => {
  it('change the password by the keyboard; save, warn of and clear API keys, and never show them', async () => {
    const page = await openPage(browser, { width: 375, theme: 'dark', expectedErrors: /403|500/ });
    await signUp(page, url);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Password', exact: true }).waitFor();
    await tabTo(page, 'Change password');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.waitFor();
    await expectNoSideScroll(page);
    await tabTo(page, 'Current password');
    await page.keyboard.type('correct hors');
    await tabTo(page, 'New password');
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await dialog.getByText('The password needs at least 8 characters.').waitFor();
    expect(await focusedName(page)).toBe('New password');
    await page.keyboard.type(' no more');
    await page.keyboard.press('Enter');
    await dialog.getByText('This is not your current password.').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Current password');
    await expectAccessible(page);
    await page.keyboard.press('End');
    await page.keyboard.type('e');
    await page.keyboard.press('Enter');
    await toast(page, 'Your password has been changed.').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Change password');
    const signIn = (password: string) =>
      page.request.get(`${url}/api/auth/user`).then(async (answer) => {
        const { email } = await answer.json();
        return (await page.request.post(`${url}/api/auth/sign-in`, { data: { email, password } })).status();
      });
    expect(await signIn('correct horse')).toBe(401);
    expect(await signIn('short no more')).toBe(200);

    const anthropic = page.getByLabel(/Anthropic API key$/);
    await anthropic.waitFor();
    await page.getByRole('button', { name: 'Save API keys' }).click();
    await toast(page, 'No changes')
      .filter({ hasText: 'Please enter at least one API key to save.' })
      .waitFor();
    expect(await anthropic.getAttribute('type')).toBe('password');
    expect(await anthropic.getAttribute('autocomplete')).toBe('off');
    await page.getByRole('button', { name: 'Show the Anthropic key' }).click();
    expect(await anthropic.getAttribute('type')).toBe('text');
    await anthropic.fill('two words');
    await page.keyboard.press('Enter');
    await page.getByText('An API key has no spaces or line breaks in it.').waitFor();
    await anthropic.fill(`  ${ANTHROPIC_KEY} `);
    await page.keyboard.press('Enter');
    await toast(page, 'Your API keys have been saved securely.').waitFor();
    expect(await anthropic.inputValue()).toBe('');
    await page.getByText(/•6789$/).waitFor();
    expect(await page.content()).not.toContain(ANTHROPIC_KEY);
    await expectAccessible(page);
    await expectNoSideScroll(page);

    await anthropic.fill('sk-ant-wrong-0123456789');
    await page.keyboard.press('Enter');
    await page.getByText('The key is saved, but the service does not accept it.').waitFor();
    await page.getByRole('button', { name: 'Clear the Anthropic key' }).click();
    await toast(page, 'Anthropic API key cleared. Using system default.').waitFor();
    await page.getByText('does not accept it').waitFor({ state: 'detached' });

    await anthropic.fill(ANTHROPIC_KEY);
    await page.keyboard.press('Enter');
    await page.getByText(/•6789$/).waitFor();
    await page.route('**/api/user/api-keys', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: 'no' }) : route.fallback(),
    );
    const clearAll = async () => {
      await page.getByRole('button', { name: 'Clear all keys' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Clear all keys' }).click();
    };
    await clearAll();
    await toast(page, 'Failed to clear API keys').waitFor();
    await page.unroute('**/api/user/api-keys');
    await clearAll();
    await toast(page, 'All API keys cleared. Using system default keys.').waitFor();

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    expect((await page.request.get(`${url}/api/auth/user`)).status()).toBe(401);
  });
});
