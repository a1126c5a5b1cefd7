import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, focusedName } from '#tests/support/browser.ts';
import { openPlan as openPlanIn, rows } from '#tests/support/editing.ts';

// The clock of the page is ours: five seconds pass when the test says so.
const application = await sharedApplication();

const close = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByLabel('Close');
const copied = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByText('Copied!');

/** A finished transcript, in whose page time stands still from now on. */
async function openStill({ hasTouch = false } = {}): Promise<Page> {
  const page = await openPlanIn(application, { hasTouch });
  await page.clock.install();
  await page.reload();
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
  await page.clock.runFor(4900);
  expect(await copied(page).count()).toBe(1);
  await page.clock.runFor(200);
  await copied(page).waitFor({ state: 'detached' });
}

it('end after five seconds', async () => {
  const page = await openStill();
  await showToast(page);
  await expectToEnd(page);
});

it('end after five seconds when the one before was closed by its cross', async () => {
  const page = await openStill();
  await showToast(page);
  await close(page).click();
  await copied(page).waitFor({ state: 'detached' });
  // The focus is where it was.
  expect(await focusedName(page)).toMatch(/^Copy|Copied/);
  await page.mouse.move(5, 5);
  await showToast(page);
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

it('end after five seconds when the one before was left by F8 and Escape', async () => {
  const page = await openStill();
  await showToast(page);
  await page.keyboard.press('F8');
  await expect.poll(() => focusedName(page)).toContain('Copied!');
  // What has the focus stays.
  await page.clock.runFor(20_000);
  expect(await copied(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await copied(page).waitFor({ state: 'detached' });
  expect(await focusedName(page)).toMatch(/^Copy/);
  await showToast(page);
  await expectToEnd(page);
});

it('stay while the pointer is on them, and begin their time anew when it goes', async () => {
  const page = await openStill();
  await showToast(page);
  await page.clock.runFor(4000);
  await copied(page).hover();
  await page.clock.runFor(20_000);
  expect(await copied(page).count()).toBe(1);
  await page.mouse.move(5, 5);
  await expectToEnd(page);
});

it('are swiped away to the right', async () => {
  const page = await openPlanIn(application);
  await showToast(page);
  await copied(page).hover();
  await page.mouse.down();
  await page.mouse.move(1100, 760);
  await page.mouse.move(1270, 760, { steps: 4 });
  await page.mouse.up();
  await copied(page).waitFor({ state: 'detached' });
});

it('are closed by Escape after what lies below them', async () => {
  const page = await openPlanIn(application);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate Link' }).first().click();
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByText('Link Generated!');
  await toast.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await toast.count()).toBe(1);
  await page.keyboard.press('Escape');
  await toast.waitFor({ state: 'detached' });
});

it('can be pressed over a dialog, which stays open', async () => {
  const page = await openPlanIn(application);
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Generate Link' }).first().click();
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByText('Link Generated!')
    .waitFor();
  await close(page).click();
  await page.getByText('Link Generated!').waitFor({ state: 'detached' });
  expect(await dialog.count()).toBe(1);
});
