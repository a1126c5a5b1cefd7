import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { LIVE_TEXT_PATH } from '#contract/live-text.ts';
import { sharedApplication } from '#tests/support/application.ts';
import {
  currentTime,
  expectAccessible,
  expectNoSideScroll,
  focusedName,
  killBrowser,
  launchBrowser,
  launchWithProfile,
  openPage,
  STANDSTILL_MS,
  signUp,
  tabTo,
  watchJumps,
} from '#tests/support/browser.ts';
import { Client } from '#tests/support/client.ts';
import { FAKE_MICROPHONE, microphoneArgs } from '#tests/support/microphone.ts';
import { joinSounds, silence, speak } from '#tests/support/speak.ts';

// Real sound through a real browser's microphone; the speech engine is the fake one, which says the same words about any sound.
const { url } = await sharedApplication();
let browser: Browser;
let folder = '';
let microphone: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapescript-recording-'));
  const talk = await speak('The committee met on Tuesday morning to talk about the garden.');
  const spoken = Array.from({ length: 8 }, () => joinSounds(talk, silence(500)));
  microphone = await microphoneArgs(join(folder, 'microphone.wav'), joinSounds(...spoken));
  browser = await launchBrowser(microphone);
  return async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  };
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('region', { name: 'New transcript' });
const waiting = (page: Page) => page.getByRole('region', { name: 'Not transcribed yet' });
const seconds = async (page: Page) => {
  const [minutes = 0, rest = 0] = ((await page.getByRole('timer').textContent()) ?? '')
    .split(':')
    .map(Number);
  return 60 * minutes + rest;
};
const recordFor = async (page: Page, atLeast: number) => {
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(atLeast);
};
const review = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLAudioElement>('audio[controls]')?.duration ?? 0);

/** The slices that the browser's database has of its only recording, about one for each second, and how long they are together. */
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

async function openRecorder(page: Page): Promise<void> {
  await signUp(page, url);
  await page.getByRole('tab', { name: 'Live Recording' }).click();
  await button(page, 'Start').waitFor();
}

/** The recording's transcript is there, and its sound goes to the last time in it, which is answered in seconds. */
async function expectTranscript(page: Page): Promise<number> {
  const article = page.getByRole('article');
  await article.getByRole('heading', { name: /^Recording, / }).waitFor({ timeout: 60_000 });
  await article
    .getByText(/Thank you for calling/)
    .first()
    .waitFor();
  const last = article.getByRole('button', { name: /^Play from/ }).last();
  const [, minutes, rest] = /(\d+):(\d\d)/.exec((await last.getAttribute('aria-label')) ?? '') ?? [];
  const expected = Number(minutes) * 60 + Number(rest);
  const jumpedTo = await watchJumps(page);
  await last.click();
  await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(expected);
  await expect.poll(async () => Math.floor(await jumpedTo())).toBe(expected);
  return expected;
}

/** Somebody else whose microphone is listened to; the answer ends it. */
async function occupyLiveText(): Promise<() => void> {
  const { cookie } = await Client.signUp(url);
  // Node's own client takes headers; the type is the browser's, which does not.
  const socket = new WebSocket(url.replace('http', 'ws') + LIVE_TEXT_PATH, { headers: { cookie } } as never);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  socket.send(new Int16Array(4000));
  return () => socket.close();
}

it('says that others are listened to, and shows the words when there is room', async () => {
  const others = await Promise.all(Array.from({ length: availableParallelism() }, occupyLiveText));
  const page = await openPage(browser);
  await openRecorder(page);
  await button(page, 'Start').click();
  const liveText = page.getByRole('region', { name: 'Live text' });
  await liveText.getByText(/because others are recording now/).waitFor();
  await expectAccessible(page);
  await recordFor(page, 1);
  for (const leave of others) leave();
  await liveText.getByText(/Thank you for calling/).waitFor();
  expect(await liveText.getByText(/because others are recording now/).count()).toBe(0);
});

it('records, pauses, shows the words meanwhile, plays, and makes a transcript that seeks', async () => {
  const page = await openPage(browser);
  await openRecorder(page);
  await expectAccessible(page);
  await button(page, 'Start').click();
  await recordFor(page, 2);
  await page
    .getByRole('region', { name: 'Live text' })
    .getByText(/Thank you for calling/)
    .waitFor();
  await expectAccessible(page);

  await button(page, 'Pause').click();
  await page.getByText('Paused', { exact: true }).waitFor();
  const paused = await seconds(page);
  await page.waitForTimeout(1500);
  expect(await seconds(page)).toBe(paused);
  await button(page, 'Resume').click();

  // Neither another tab nor another page ends it, and another window does not take it for a lost one.
  await page.getByRole('tab', { name: 'File Upload' }).click();
  const bar = page.getByRole('complementary', { name: 'Recording' });
  await bar.getByText(/^Recording \d+:\d\d/).waitFor();
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('heading', { level: 1, name: /Library/ }).waitFor();
  await expectAccessible(page);
  const other = await page.context().newPage();
  await other.goto(`${url}/?input=recording`);
  await button(other, 'Start').waitFor();
  expect(await waiting(other).count()).toBe(0);
  await other.close();
  await bar.getByRole('link', { name: 'Show' }).click();
  await recordFor(page, paused + 7);

  await button(page, 'Stop').click();
  await expect.poll(() => review(page)).toBeGreaterThan(paused + 5);
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, 'Transcribe Recording').click();
  // Not the beginning: a recording without an index would stay there.
  expect(await expectTranscript(page)).toBeGreaterThanOrEqual(5);
  await button(page, 'Start').waitFor();
  expect(await waiting(page).count()).toBe(0);
});

it('finds a recording again whose browser was killed', async () => {
  const profile = join(folder, 'profile');
  const first = await launchWithProfile(profile, microphone);
  const page = await first.newPage();
  await openRecorder(page);
  await button(page, 'Start').click();
  await recordFor(page, 7);
  await expect.poll(async () => (await stored(page)).slices).toBeGreaterThanOrEqual(6);
  const before = await stored(page);
  const cookies = await first.cookies();
  await killBrowser(first.browser());

  const second = await launchWithProfile(profile, microphone);
  try {
    // The browser writes cookies down every half minute only.
    await second.addCookies(cookies);
    const again = await second.newPage();
    again.setDefaultTimeout(STANDSTILL_MS);
    await again.goto(url);
    await again.getByRole('tab', { name: 'Live Recording 1 waits' }).click();
    await expectAccessible(again);
    await again.getByRole('button', { name: /^Listen to recording/ }).click();
    // All that was stored; a slice that the page was late to take counts for longer than it is.
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

it('keeps a recording that could not be sent, saves it to the disk, and sends it again', async () => {
  const page = await openPage(browser, { expectedErrors: /ERR_FAILED|503/ });
  await openRecorder(page);
  // The storage is full, too.
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

it('says that a recording could not be sent without a network, and goes on showing the others', async () => {
  const page = await openPage(browser, {
    expectedErrors: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Live text cannot listen/,
  });
  await openRecorder(page);
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

it('says that the microphone is denied or missing', async () => {
  for (const [args, text] of [
    [[FAKE_MICROPHONE], 'Microphone access denied. Please allow microphone permissions and try again.'],
    [[], 'No microphone found. Please check your audio input device.'],
  ] as const) {
    const without = await launchBrowser(args);
    try {
      const page = await without.newPage();
      await openRecorder(page);
      await button(page, 'Start').click();
      await page.getByText(text).first().waitFor();
      await button(page, 'Start').waitFor();
    } finally {
      await without.close();
    }
  }
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
  await expect.poll(() => focusedName(page)).toBe('Cancel');
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedName(page)).toBe('Clear');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Discard recording');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Start');
  await panel(page).getByText('0:00').waitFor();
  await expect
    .poll(async () => (await page.request.get(`${url}/api/recordings`)).json())
    .toEqual({ recordings: [] });
});
