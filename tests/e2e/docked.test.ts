import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectGood, focusedName, haveAccount, openPage } from '#tests/support/browser.ts';
import { writeIn } from '#tests/support/editing.ts';
import { openTranscript } from '#tests/support/finished-transcript.ts';
import { openPanel } from '#tests/support/panels.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// The mini player and toasts are docked at the bottom of the window: nothing that is read, written or pressed is under them.
const application = await sharedApplication();
const { url, browser } = application;
const long = { name: 'long.wav', buffer: await wavRecording(180_000) };

async function openLong(width: number, height: number): Promise<Page> {
  const page = await openPage(browser, { width });
  await page.setViewportSize({ width, height });
  await haveAccount(page, url);
  await openTranscript(page, application, long);
  await page.locator('.segment').nth(10).waitFor();
  // Its keys work from now on.
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  return page;
}

const mini = (page: Page) => page.getByRole('region', { name: 'Mini player' });
const toast = (page: Page) => page.locator('[data-toast]');
const question = (page: Page) => page.getByRole('textbox', { name: 'Your question' });

/** Scrolls to the end of the page with the wheel, where the mini player stands. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.mouse.move(100, 100);
  await page.mouse.wheel(0, 100_000);
  await mini(page).waitFor();
}

/** Whether something ends above what is docked, or beside it. */
async function isClear(element: Locator, docked: Locator): Promise<boolean> {
  const [box, bar] = [await element.boundingBox(), await docked.boundingBox()];
  if (!box || !bar) return false;
  return box.y + box.height <= bar.y || box.x + box.width <= bar.x || box.x >= bar.x + bar.width;
}

/** Whether the element with the focus is in the window, and clear of what is docked. */
async function isFocusClear(page: Page, docked: Locator): Promise<boolean> {
  const focused = page.locator(':focus');
  return ((await focused.boundingBox())?.y ?? -1) >= 0 && (await isClear(focused, docked));
}

describe.each([
  [1280, 700],
  [1000, 700],
  [375, 720],
])('the mini player (%i x %i px)', (width, height) => {
  it('has room of its own: the end of the text, the focus and the question in the chat stay above it', async () => {
    const page = await openLong(width, height);
    await scrollToEnd(page);
    await expectGood(page);
    const last = page.locator('.segment').last();
    await expect.poll(() => isClear(last, mini(page))).toBe(true);
    for (const size of ['Minimize mini player', 'Hide mini player', 'Show mini player']) {
      await mini(page).getByRole('button', { name: size }).press('Enter');
      await expect.poll(() => isClear(last, mini(page))).toBe(true);
    }

    await page.mouse.wheel(0, -200);
    const times = page.getByRole('button', { name: /^Play from/ });
    await times.nth(-12).focus();
    for (let presses = 0; presses < 11; presses += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => isFocusClear(page, mini(page))).toBe(true);
    }

    await openPanel(page, 'AI Chat');
    await question(page).click();
    await page.keyboard.type('Who asks?');
    await scrollToEnd(page);
    expect(await isClear(question(page), mini(page))).toBe(true);
    expect(await isClear(mini(page), question(page))).toBe(false);
  });
});

it('the mini player makes way for the keyboard of a phone while somebody writes, and the line that is written in stays in sight', async () => {
  const page = await openLong(375, 720);
  const rows = await page.locator('.segment').count();
  await writeIn(page, rows - 2);
  await page.keyboard.press('Control+End');
  await scrollToEnd(page);
  // What browsers do when the keyboard opens.
  await page.setViewportSize({ width: 375, height: 380 });
  await page.keyboard.type(' And more.');
  await expect.poll(() => focusedName(page)).toMatch(/^Text at/);
  expect(await mini(page).isVisible()).toBe(false);
  expect(await page.getByRole('toolbar', { name: 'About this transcript' }).isVisible()).toBe(false);
  const end = async () => {
    const box = await page.locator(':focus').boundingBox();
    return box ? box.y + box.height : Infinity;
  };
  await expect.poll(end).toBeLessThanOrEqual(380);
  // The keyboard closes.
  await page.setViewportSize({ width: 375, height: 720 });
  await mini(page).waitFor();
  await expect.poll(() => isFocusClear(page, mini(page))).toBe(true);
});

describe.each([
  [1280, 700],
  [375, 720],
])('a toast (%i x %i px)', (width, height) => {
  it('does not cover what has the focus, nor the question in the chat', async () => {
    const page = await openLong(width, height);
    await scrollToEnd(page);
    const times = page.getByRole('button', { name: /^Play from/ });
    await times.last().focus();
    await page.keyboard.press('q');
    await toast(page).getByText('Quote copied').waitFor();
    await expect.poll(() => isFocusClear(page, toast(page))).toBe(true);
    expect((await isClear(mini(page), toast(page))) || (await isClear(toast(page), mini(page)))).toBe(true);
    await expectGood(page);

    await openPanel(page, 'AI Chat');
    await question(page).click();
    await page.keyboard.type('Who asks?');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await times.last().focus();
    await page.keyboard.press('q');
    await toast(page).waitFor();
    await expect.poll(() => isClear(question(page), toast(page))).toBe(true);
    expect(await isClear(page.getByRole('button', { name: 'Send' }), toast(page))).toBe(true);
  });

  it('does not cover a dialog', async () => {
    const page = await openLong(width, 420);
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.getByRole('button', { name: 'Copy', exact: true }).first().press('Enter');
    await toast(page).waitFor();
    await page.keyboard.press('?');
    await dialog.waitFor();
    await expect.poll(() => isClear(dialog, toast(page))).toBe(true);
  });
});
