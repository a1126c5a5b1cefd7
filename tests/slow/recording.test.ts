import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import {
  expectAccessible,
  focusedName,
  killBrowser,
  launchBrowser,
  launchWithProfile,
  openPage,
  STANDSTILL_MS,
  signUp,
  tabTo,
} from '#tests/support/browser.ts';
import { FAKE_MICROPHONE } from '#tests/support/microphone.ts';
import {
  button,
  expectTranscript,
  openMicrophone,
  openRecorder,
  recordFor,
  review,
  waiting,
} from '#tests/support/recorder.ts';

// Recording by keyboard alone, and what happens to a recording when the browser is killed or has no network, space or microphone. The recording itself: tests/e2e/recording.test.ts.
const { url, browser: shared } = await sharedApplication();
const { browser, args: microphone, folder } = await openMicrophone();

/** How many slices the browser's database has of its only recording, about one for each second, and how long they are together. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const answerOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answerOf(indexedDB.open('tapescript-recordings'));
    const slices = await answerOf(database.transaction('slices').objectStore('slices').getAll());
    database.close();
    return { slices: slices.length, seconds: (slices.at(-1)?.elapsedMs ?? 0) / 1000 };
  });

it('finds a recording again after the browser was killed', async () => {
  const profile = join(folder, 'profile');
  const first = await launchWithProfile(profile, microphone);
  const page = await first.newPage();
  await openRecorder(page, url);
  await button(page, 'Start').click();
  await recordFor(page, 7);
  await expect.poll(async () => (await stored(page)).slices).toBeGreaterThanOrEqual(6);
  const before = await stored(page);
  const cookies = await first.cookies();
  await killBrowser(first.browser());

  const second = await launchWithProfile(profile, microphone);
  try {
    // The browser stores cookies only every half minute.
    await second.addCookies(cookies);
    const again = await second.newPage();
    again.setDefaultTimeout(STANDSTILL_MS);
    await again.goto(url);
    await again.getByRole('tab', { name: 'Live Recording 1 waits' }).click();
    await expectAccessible(again);
    await again.getByRole('button', { name: /^Listen to recording/ }).click();
    // Everything that was stored; a slice that the page took late counts for longer than it is.
    await expect.poll(() => review(again)).toBeGreaterThan(before.seconds - 1.5);
    await button(again, 'Keep for later').click();
    await waiting(again)
      .getByRole('button', { name: /^Transcribe/ })
      .click();
    await expectTranscript(again);
    expect(await waiting(again).count()).toBe(0);
  } finally {
    await second.close();
  }
});

it('says that a recording could not be sent without a network, and still shows the others', async () => {
  const page = await openPage(browser, {
    expectedErrors: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Live text cannot listen/,
  });
  await openRecorder(page, url);
  await page.context().setOffline(true);
  for (const next of ['Keep for later', 'Transcribe Recording']) {
    await button(page, 'Start').click();
    await recordFor(page, 2);
    await button(page, 'Stop').click();
    await expect.poll(() => review(page)).toBeGreaterThan(1);
    await button(page, next).click();
  }
  await page.getByText('Upload failed: Network error', { exact: true }).first().waitFor();
  await page.getByText(/This device is offline\. Your recording is still here/).waitFor();
  await waiting(page)
    .getByRole('button', { name: /^Listen/ })
    .waitFor();
  await page.context().setOffline(false);
  await button(page, 'Transcribe Recording').click();
  await expectTranscript(page);
});

it('says that the microphone is missing or denied', async () => {
  const denying = await launchBrowser([FAKE_MICROPHONE]);
  try {
    for (const [browser, text] of [
      [shared, 'No microphone found. Please check your audio input device.'],
      [denying, 'Microphone access denied. Please allow microphone permissions and try again.'],
    ] as const) {
      const page = await (await browser.newContext()).newPage();
      await openRecorder(page, url);
      await button(page, 'Start').click();
      await page.getByText(text).first().waitFor();
      await button(page, 'Start').waitFor();
      await page.context().close();
    }
  } finally {
    await denying.close();
  }
});

it('keeps a recording that could not be sent, saves it to the disk, and sends it again', async () => {
  const page = await openPage(browser, { expectedErrors: /ERR_FAILED|503/ });
  await openRecorder(page, url);
  // The browser's storage is full, too.
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1000 });
  await button(page, 'Start').click();
  await page.getByText(/This browser has no space left/).waitFor();
  await recordFor(page, 3);
  await button(page, 'Stop').click();
  await expect.poll(() => review(page)).toBeGreaterThan(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save to this device').click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^recording-[\dT-]+\.m4a$/);
  expect((await readFile(await download.path())).subarray(4, 8).toString()).toBe('ftyp');

  await page.route('**/api/transcribe/upload', (route) => route.fulfill({ status: 503, body: 'down' }));
  await button(page, 'Transcribe Recording').click();
  await page.getByText('Upload failed: Service Unavailable', { exact: true }).first().waitFor();
  await page.getByText(/Your recording is still here/).waitFor();
  await expectAccessible(page);
  await page.unroute('**/api/transcribe/upload');
  await button(page, 'Transcribe Recording').click();
  await expectTranscript(page);
});

it('can be done with the keyboard alone', async () => {
  const page = await openPage(browser);
  await signUp(page, url);
  await tabTo(page, 'File Upload');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focusedName(page)).toBe('Live Recording');
  await tabTo(page, 'Start');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Pause');
  await recordFor(page, 1);
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Resume');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Pause');
  await recordFor(page, 6);
  await tabTo(page, 'Stop');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Transcribe Recording');
  await tabTo(page, 'Clear');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Discard this recording?');
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedName(page)).toBe('Clear');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Discard recording');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Start');
  await page.getByRole('region', { name: 'New transcript' }).getByText('0:00').waitFor();
  await expect
    .poll(async () => (await page.request.get(`${url}/api/recordings`)).json())
    .toEqual({ recordings: [] });
});
