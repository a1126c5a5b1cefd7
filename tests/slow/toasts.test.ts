import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, focusedName, haveAccount, openPage } from '#tests/support/browser.ts';
import { openPlan, rows } from '#tests/support/editing.ts';
import { openTranscript } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// The tests control the page's clock: five seconds pass when they say so.
const application = await sharedApplication();
const { url, browser } = application;
const recording = { name: 'plan.wav', buffer: await wavRecording(60_000) };

const close = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByLabel('Close');
const copied = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByText('Copied!');

/** A finished transcript, on a page whose clock stands still. */
async function openStill({ hasTouch = false } = {}): Promise<Page> {
  const page = await openPage(browser, { hasTouch });
  await page.clock.install();
  await haveAccount(page, url);
  await openTranscript(page, application, recording);
  await rows(page).nth(3).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** Shows a toast by the keyboard: no pointer comes near it. */
async function showToast(page: Page): Promise<void> {
  const copy = page.getByRole('button', { name: 'Copy', exact: true }).first();
  await copy.focus();
  await page.keyboard.press('Enter');
  await copied(page).waitFor();
}

async function expectToEnd(page: Page): Promise<void> {
  await page.clock.fastForward(4900);
  expect(await copied(page).count()).toBe(1);
  await page.clock.fastForward(200);
  await copied(page).waitFor({ state: 'detached' });
}

it('end after five seconds, however the one before ended', async () => {
  const page = await openStill();
  await showToast(page);
  await expectToEnd(page);

  // Its cross closes it, and the focus stays where it was.
  await showToast(page);
  await close(page).click();
  await copied(page).waitFor({ state: 'detached' });
  expect(await focusedName(page)).toMatch(/^Copy|Copied/);
  await page.mouse.move(5, 5);
  await showToast(page);
  await expectToEnd(page);

  // F8 leads into it, and it stays while it has the focus; Escape closes it.
  await showToast(page);
  await page.keyboard.press('F8');
  await expect.poll(() => focusedName(page)).toContain('Copied!');
  await page.clock.fastForward(20_000);
  expect(await copied(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await copied(page).waitFor({ state: 'detached' });
  expect(await focusedName(page)).toMatch(/^Copy/);
  await showToast(page);
  await expectToEnd(page);

  // It stays while the pointer is on it, and its time starts again when the pointer leaves.
  await showToast(page);
  await page.clock.fastForward(4000);
  await copied(page).hover();
  await page.clock.fastForward(20_000);
  expect(await copied(page).count()).toBe(1);
  await page.mouse.move(5, 5);
  await expectToEnd(page);
});

it('end after five seconds when the one before was tapped', async () => {
  const page = await openStill({ hasTouch: true });
  await showToast(page);
  await copied(page).tap();
  await close(page).tap();
  await copied(page).waitFor({ state: 'detached' });
  await showToast(page);
  await expectToEnd(page);
});

it('are swiped away to the right, pressed over a dialog that stays open, and closed by Escape after it', async () => {
  const page = await openPlan(application);
  await showToast(page);
  await copied(page).hover();
  await page.mouse.down();
  const box = await page.locator('[data-toast]').boundingBox();
  if (!box) throw new Error('There is no toast.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2 + 20, y);
  await page.mouse.move(box.x + box.width + 60, y, { steps: 4 });
  await page.mouse.up();
  await copied(page).waitFor({ state: 'detached' });

  const dialog = page.getByRole('dialog');
  const made = page.getByRole('region', { name: /^Notifications/ }).getByText('Link Generated!');
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Generate Link' }).first().click();
  await made.waitFor();
  await expectAccessible(page);
  await close(page).click();
  await made.waitFor({ state: 'detached' });
  expect(await dialog.count()).toBe(1);

  // Escape closes the dialog first, and then the toast.
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await copied(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await copied(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await copied(page).waitFor({ state: 'detached' });
});
