import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import {
  currentTime,
  focusedName,
  openPage,
  signUp,
  signUpByScreen,
  tabTo,
  upload,
  watchJumps,
} from '#tests/support/browser.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';
import { checkWorkspaceScreens } from '#tests/support/workspace-screens.ts';

// The workspace by the keyboard alone, on a narrow screen, and with a video that must be converted. The rest: tests/e2e/workspace.test.ts.
const application = await sharedApplication();
const { url, browser } = application;
const recording = await wavRecording(31_000);

const result = (page: Page) => page.getByRole('article');

it('plays a video in a format that browsers do not support from a converted copy', async () => {
  const page = await openPage(browser);
  await signUp(page, url);
  await upload(page, {
    name: 'talk.avi',
    mimeType: 'video/x-msvideo',
    buffer: await encoded(recording, 'avi'),
  });
  await result(page).getByRole('heading', { name: 'talk', exact: true }).waitFor({ timeout: 60_000 });
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.videoWidth ?? 0), { timeout: 30_000 })
    .toBe(160);
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0.3);
});

it('can be used with the keyboard alone, and never loses the focus', async () => {
  const page = await openPage(browser);
  const answerList = await holdAnswers(page, '**/api/transcripts?*');
  await signUpByScreen(page, url);
  // After signing in, the focus starts before the first control, and whatever loads later does not take it away.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.keyboard.press('Tab');
  expect(await focusedName(page)).toBe('File Upload');
  await page.keyboard.press('Tab');
  expect(await focusedName(page)).toBe('Choose file');
  const button = await page.evaluateHandle(() => document.activeElement);
  answerList();
  await page.getByText('No Transcripts Yet').waitFor();
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles({ name: 'garden talk.wav', mimeType: 'audio/wav', buffer: recording });
  await expect.poll(() => focusedName(page)).toBe('Start Transcription');
  await page.keyboard.press('Enter');
  await result(page).getByRole('heading', { name: 'garden talk' }).waitFor({ timeout: 60_000 });
  await expect.poll(() => focusedName(page)).toBe('Selected transcript');
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.readyState))
    .toBeGreaterThan(0);
  await page.keyboard.press('k');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0.2);
  await page.keyboard.press('k');
  await page.keyboard.press('l');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(9);
  await tabTo(page, 'Keyboard shortcuts');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toBe('Keyboard shortcuts');
  await tabTo(page, /^Play from/);
  const jumpedTo = await watchJumps(page);
  await page.keyboard.press('Enter');
  await expect.poll(jumpedTo).toBeLessThan(5);
  await page.keyboard.press('k');

  // Opening a match moves the focus to its place in the text.
  await tabTo(page, 'Search all transcripts');
  await page.keyboard.type('two hundred');
  await page.locator('mark').first().waitFor();
  await tabTo(page, /two hundred/i);
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toMatch(/^Play from ≈0:05/);

  await tabTo(page, 'Edit title');
  await page.keyboard.press('Enter');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await result(page).getByRole('heading', { name: 'By keyboard', exact: true }).waitFor();
  await expect.poll(() => focusedName(page)).toBe('Edit title');
  // Messages appear one at a time: a late one would replace the next.
  await page.getByText('Transcript title updated successfully').first().waitFor();

  await tabTo(page, 'Copy');
  await page.keyboard.press('Enter');
  await page.getByText('Copied!').first().waitFor();
  await tabTo(page, 'Export');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem').first().waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('By keyboard.txt');
  await expect.poll(() => focusedName(page)).toBe('Export');

  await tabTo(page, 'Delete');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Delete this transcript?');
  await expect.poll(() => focusedAfter(page, 'Escape')).toBe('Delete');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Delete transcript');
  await page.keyboard.press('Enter');
  await page.getByText('No transcript selected').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Selected transcript');
  await tabTo(page, 'Log out');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Start transcribing' }).waitFor();
});

// The other combinations of theme and width: tests/slow/screens.test.ts.
it('fits a narrow dark screen on every page and has no fault that axe finds', () =>
  checkWorkspaceScreens(application, { theme: 'dark', width: 375 }));

/** Holds back the answers to requests that match a pattern, until the returned function is called. */
async function holdAnswers(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Presses a key and returns the name of what has the focus then: a dialog that is still opening misses the first press. */
async function focusedAfter(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key);
  return focusedName(page);
}
