import type { Locator, Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { formatTime } from '#domain/timecode.ts';
import { openApplication, sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, expectNoSideScroll, openPage, signUp, upload } from '#tests/support/browser.ts';
import {
  button,
  expectTranscript,
  openMicrophone,
  recordFor,
  review,
  seconds,
} from '#tests/support/recorder.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// What a phone does to a recording: a small screen that turns itself off, and calls that take the microphone.
const { url } = await sharedApplication();
const { browser } = await openMicrophone();

interface ObservedPage {
  /** The microphones that the page has opened, and its locks of the screen. */
  phone: { tracks: MediaStreamTrack[]; locks: WakeLockSentinel[] };
}

/** Opens the recorder on a phone, and observes what it does with the microphone and the screen. */
async function openOnPhone(): Promise<Page> {
  const page = await openPage(browser, { width: 375, hasTouch: true });
  await page.setViewportSize({ width: 375, height: 667 });
  // The browser gives it to every page, except where permissions are listed, as in `openPage`.
  await page.context().grantPermissions(['screen-wake-lock', 'microphone']);
  await page.addInitScript(() => {
    const phone: ObservedPage['phone'] = { tracks: [], locks: [] };
    Object.assign(globalThis, { phone });
    const { mediaDevices, wakeLock } = navigator;
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints);
      phone.tracks.push(...stream.getTracks());
      return stream;
    };
    const request = wakeLock.request.bind(wakeLock);
    wakeLock.request = async (type) => {
      const lock = await request(type);
      phone.locks.push(lock);
      return lock;
    };
  });
  await signUp(page, url);
  await page.goto(`${url}/?input=recording`);
  await button(page, 'Start').waitFor();
  return page;
}

/** What a call does to the microphone that the page has open. */
const happens = (page: Page, type: 'mute' | 'unmute' | 'ended') =>
  // The page has what the script above puts there.
  page.evaluate(
    (event) => (globalThis as never as ObservedPage).phone.tracks.at(-1)?.dispatchEvent(new Event(event)),
    type,
  );

/** For each lock of the screen so far, whether the page still has it. */
const locks = (page: Page) =>
  page.evaluate(() => (globalThis as never as ObservedPage).phone.locks.map(({ released }) => !released));

it('keeps the screen on while it records, also after the page was out of sight, and not during a pause', async () => {
  const page = await openOnPhone();
  await button(page, 'Start').click();
  await expect.poll(() => locks(page)).toEqual([true]);
  await recordFor(page, 3);
  expect(await locks(page)).toEqual([true]);
  // As the browser does when the page is hidden; then it is seen again.
  await page.evaluate(async () => {
    await (globalThis as never as ObservedPage).phone.locks.at(-1)?.release();
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => locks(page)).toEqual([false, true]);
  await button(page, 'Pause').click();
  await expect.poll(() => locks(page)).toEqual([false, false]);
  await button(page, 'Resume').click();
  await expect.poll(() => locks(page)).toEqual([false, false, true]);
  await button(page, 'Stop').click();
  await expect.poll(() => locks(page)).toEqual([false, false, false]);
});

it('keeps what was recorded when a call takes the microphone, says so, and goes on when the call is over', async () => {
  const page = await openOnPhone();
  await button(page, 'Start').click();
  await recordFor(page, 4);
  await happens(page, 'mute');
  await page.getByText('Interrupted', { exact: true }).waitFor();
  const before = await seconds(page);
  const notice = page.getByText(/^The microphone was taken away at .* Recording goes on by itself/);
  expect(await notice.textContent()).toContain(`after ${formatTime(before)} of the recording`);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  // No time is counted meanwhile.
  await page.waitForTimeout(2500);
  expect(await seconds(page)).toBe(before);

  await happens(page, 'unmute');
  await page.getByText(/^The microphone was away for .* and recording goes on\.$/).waitFor();
  await recordFor(page, before + 3);
  await happens(page, 'mute');
  await page.getByText('Interrupted', { exact: true }).waitFor();
  await button(page, 'Stop').click();
  await page.getByText(/^The microphone was away for .* everything before is kept\.$/).waitFor();
  await expect.poll(() => review(page)).toBeGreaterThan(before + 2);
  expect(await review(page)).toBeLessThan(before + 5);
  await button(page, 'Transcribe Recording').click();
  await expectTranscript(page);
});

it('stops and says when if the microphone is taken for good, and keeps everything until then', async () => {
  const page = await openOnPhone();
  await button(page, 'Start').click();
  await recordFor(page, 3);
  await happens(page, 'ended');
  await page
    .getByText(/so the recording was stopped at 0:0[3-9]\. Everything up to that point is here/)
    .waitFor();
  await expect.poll(() => review(page)).toBeGreaterThan(2);
  await expectAccessible(page);
});

it('shows the newest words without scrolling, and leaves a reader alone who has scrolled up', async () => {
  const page = await openOnPhone();
  await button(page, 'Start').click();
  const box = page.getByRole('region', { name: 'Live text' }).locator('[tabindex="0"]');
  await box.waitFor();
  await expectNewestInView(box);
});

it('shows the newest text of a transcription in progress without scrolling', async () => {
  const application = await openApplication({ env: { FAKE_SPEECH_MS: '700' } });
  onTestFinished(() => application.close());
  const page = await openPage(application.browser, { width: 375, hasTouch: true });
  await page.setViewportSize({ width: 375, height: 667 });
  await signUp(page, application.url);
  await page.goto(`${application.url}/?input=upload`);
  const buffer = await wavRecording(400_000);
  await upload(page, { name: 'talk.wav', mimeType: 'audio/wav', buffer });
  await expectNewestInView(page.getByRole('region', { name: 'Text so far' }).locator('[tabindex="0"]'));
});

/** Fails unless the end of a growing text is in view, also on a full box, unless somebody scrolls up in it by keyboard. */
async function expectNewestInView(box: Locator): Promise<void> {
  const view = () =>
    box.evaluate((element) => ({
      isInView: element.getBoundingClientRect().bottom <= innerHeight,
      isFull: element.scrollHeight > element.clientHeight + 48,
      isAtTop: element.scrollTop === 0,
      isAtEnd: element.scrollHeight - element.clientHeight - element.scrollTop < 2,
      length: element.textContent?.length ?? 0,
    }));
  const grows = async () => {
    const { length } = await view();
    await expect.poll(async () => (await view()).length).toBeGreaterThan(length);
  };
  await expect.poll(view).toMatchObject({ isFull: true });
  await expect.poll(view).toMatchObject({ isInView: true, isAtEnd: true });
  await grows();
  expect(await view()).toMatchObject({ isInView: true, isAtEnd: true });
  await box.focus();
  await box.press('Home');
  await expect.poll(view).toMatchObject({ isAtTop: true });
  await grows();
  expect(await view()).toMatchObject({ isAtTop: true });
  await box.press('End');
  await expect.poll(view).toMatchObject({ isAtEnd: true });
  await grows();
  expect(await view()).toMatchObject({ isAtEnd: true });
}
