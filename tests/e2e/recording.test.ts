import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { LIVE_TEXT_PATH } from '#contract/live-text.ts';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, expectNoSideScroll, openPage } from '#tests/support/browser.ts';
import { Client } from '#tests/support/client.ts';
import {
  button,
  expectTranscript,
  openMicrophone,
  openRecorder,
  recordFor,
  review,
  seconds,
  waiting,
} from '#tests/support/recorder.ts';

// Real audio through a real browser's microphone; the speech engine is the fake one, which returns the same text for any audio.
// By keyboard alone, and what a browser or a network does to it: tests/slow/recording.test.ts.
const { url } = await sharedApplication();
const { browser } = await openMicrophone();

/** Has the server listen to the microphone of another person, until the returned function is called. */
async function occupyLiveText(): Promise<() => void> {
  const { cookie } = await Client.signUp(url);
  // Node's own client accepts headers; the type is the browser's, which does not.
  const socket = new WebSocket(url.replace('http', 'ws') + LIVE_TEXT_PATH, { headers: { cookie } } as never);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  socket.send(new Int16Array(4000));
  return () => socket.close();
}

it('records, pauses, shows the words as they are said, plays, and makes a transcript that seeks', async () => {
  const page = await openPage(browser);
  await openRecorder(page, url);
  await expectAccessible(page);
  // The server listens to only so many at a time.
  const others = await Promise.all(Array.from({ length: availableParallelism() }, occupyLiveText));
  await button(page, 'Start').click();
  const liveText = page.getByRole('region', { name: 'Live text' });
  await liveText.getByText(/because others are recording now/).waitFor();
  await expectAccessible(page);
  await recordFor(page, 2);
  for (const leave of others) leave();
  // Once for each passage, of which there may be several by now.
  await liveText
    .getByText(/Thank you for calling/)
    .first()
    .waitFor();
  expect(await liveText.getByText(/because others are recording now/).count()).toBe(0);
  await expectAccessible(page);

  await button(page, 'Pause').click();
  await page.getByText('Paused', { exact: true }).waitFor();
  const paused = await seconds(page);
  await page.waitForTimeout(1500);
  expect(await seconds(page)).toBe(paused);
  await button(page, 'Resume').click();

  // Neither another tab nor another page ends the recording, and another window does not offer it as a lost one.
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
  // Playback would stay at the beginning if the recording had no index.
  expect(await expectTranscript(page)).toBeGreaterThanOrEqual(5);
  await button(page, 'New transcript').click();
  await button(page, 'Start').waitFor();
  expect(await waiting(page).count()).toBe(0);
});
