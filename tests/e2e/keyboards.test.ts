import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { FIRST, field, openPlan, rows, saved, shown, writeIn } from '#tests/support/editing.ts';
import { openTwo } from '#tests/support/two-people.ts';

// Input methods and keyboards of other scripts, by what they really send.
const application = await sharedApplication();

/** Writes a word with an input method, and presses Enter to take its candidate: the browser says that the key belongs to the method. */
async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const caret = { selectionStart: text.length, selectionEnd: text.length };
  await session.send('Input.imeSetComposition', { text, ...caret });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await session.send('Input.insertText', { text });
  await session.detach();
}

/** Presses a key of a keyboard that has another letter there, with Ctrl. */
async function pressControl(page: Page, key: string, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const pressed = { key, code, modifiers: 2, windowsVirtualKeyCode: code.charCodeAt(3) };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  await session.detach();
}

it('lets an input method have its Enter: in the text and in the palette', async () => {
  const page = await openPlan(application);
  const count = await rows(page).count();
  await writeIn(page, 0);
  await compose(page, '日本');
  await expect.poll(() => field(page).inputValue()).toBe(`${FIRST}日本`);
  expect(await rows(page).count()).toBe(count);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await shown(page))[0]).toBe(`${FIRST}日本`);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog').getByRole('combobox');
  await palette.waitFor();
  await compose(page, 'plan');
  await expect.poll(() => palette.inputValue()).toBe('plan');
  await palette.press('Escape');
  await palette.waitFor({ state: 'detached' });
});

it('takes shortcuts from the place of a key on keyboards of other scripts', async () => {
  const page = await openPlan(application);
  await pressControl(page, 'л', 'KeyK');
  const palette = page.getByRole('dialog').getByRole('combobox');
  await palette.waitFor();
  await palette.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await pressControl(page, 'р', 'KeyH');
  await page.getByRole('search', { name: 'Find and replace' }).waitFor();
});

it('lets an input method finish its word while somebody else writes in the same passage', async () => {
  const { grace, bob } = await openTwo(application, { expectedErrors: /409/ });
  await writeIn(grace, 0);
  await grace.keyboard.press('Space');
  const held = Promise.withResolvers<void>();
  await grace.route('**/edits', async (route) => {
    await held.promise;
    await route.continue();
  });
  const session = await grace.context().newCDPSession(grace);
  const sent = grace.waitForRequest('**/edits');
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await sent;
  await writeIn(bob, 0, 'start');
  await saved(bob, () => bob.keyboard.insertText('Well, '));
  const merged = grace.waitForResponse(
    (response) => response.ok() && (response.request().postData() ?? '').includes('Well, '),
  );
  held.resolve();
  await merged;
  // The word is not taken from the method while it composes.
  expect(await field(grace).inputValue()).toBe(`${FIRST} に`);
  await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  await session.send('Input.insertText', { text: '日本' });
  await session.detach();
  await expect.poll(() => field(grace).inputValue()).toBe(`Well, ${FIRST} 日本`);
  await grace.keyboard.type(' too.');
  await expect.poll(() => field(grace).inputValue()).toBe(`Well, ${FIRST} 日本 too.`);
  await expect.poll(async () => (await shown(bob))[0]).toBe(`Well, ${FIRST} 日本 too.`);
});
