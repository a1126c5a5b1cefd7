import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, focusedName } from '#tests/support/browser.ts';
import { FIRST, openPlan, rows, saved, savedText, shown, textOf, writeIn } from '#tests/support/editing.ts';
import { checkEditingScreens } from '#tests/support/editing-screens.ts';

// Editing in two windows of one person, and after the transcript was deleted. Everything else: tests/e2e/editing.test.ts.
const application = await sharedApplication();

it('loses nothing between two windows of one person', async () => {
  const page = await openPlan(application, { expectedErrors: /409/ });
  // Another window receives text and words of what this one changes.
  const other = await page.context().newPage();
  const words = () => other.waitForResponse((response) => response.url().endsWith('/words'));
  const first = words();
  await other.goto(page.url());
  await first;
  const again = words();
  // A tab behind another paints nothing, and each click waits long for it.
  await page.bringToFront();
  await writeIn(page, 0);
  await savedText(page, ' Elsewhere.');
  await textOf(rows(other).first()).filter({ hasText: 'Elsewhere.' }).waitFor();
  const { segments } = await (await again).json();
  expect(segments[0].words.at(-1)[0]).toBe('Elsewhere.');

  // Both change the same segment.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/edits', async (route) => {
    await held;
    await route.continue();
  });
  await Promise.all([page.waitForRequest('**/edits'), page.keyboard.insertText(' Mine.')]);
  await other.bringToFront();
  await writeIn(other, 0);
  await savedText(other, ' Theirs.');
  await page.bringToFront();
  release();
  // Whoever is writing is not interrupted.
  await page.getByText('This text was changed somewhere else. Nothing is overwritten').waitFor();
  expect(await focusedName(page)).toBe('Text at 0:00');
  await page.keyboard.press('Escape');
  const conflict = page.getByRole('dialog', { name: 'This text was changed somewhere else' });
  await conflict.waitFor();
  const mine = `${FIRST} Elsewhere. Mine.`;
  expect(await conflict.getByRole('region', { name: 'Yours' }).textContent()).toContain(mine);
  expect(await conflict.getByRole('region', { name: 'The saved one' }).textContent()).toContain('Theirs.');
  await expectAccessible(page);
  await saved(page, () => conflict.getByRole('button', { name: 'Keep mine' }).click());
  await expect.poll(() => shown(other)).toContain(mine);
  await other.close();
});

it('keeps the text of somebody who writes while the transcript is deleted', async () => {
  const page = await openPlan(application, { expectedErrors: /404/ });
  await writeIn(page, 0);
  await page.route('**/edits', async (route) => {
    const id = /transcripts\/(\d+)/.exec(route.request().url())?.[1];
    await page.evaluate((path) => fetch(path, { method: 'DELETE' }), `/api/transcripts/${id}`);
    await route.continue();
  });
  await page.keyboard.insertText(' Too late.');
  await page.getByText('This transcript no longer exists. Your text is kept').waitFor();
  await page.keyboard.press('Escape');
  const deleted = page.getByRole('dialog', { name: 'This transcript no longer exists' });
  await deleted.waitFor();
  await deleted.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied!').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Too late.');
});

it('fits a wide light screen and has no fault that axe finds', () =>
  checkEditingScreens(application, { theme: 'light', width: 1280 }));
