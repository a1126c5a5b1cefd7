import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { currentTime, haveAccount, openPage } from '#tests/support/browser.ts';
import { haveTranscript } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// The workspace, where recordings become transcripts; the speech engine that always returns the same text makes it quick.
const application = await sharedApplication();
const { url, browser } = application;
const file = { name: 'undisturbed.wav', buffer: await wavRecording(31_000) };

it('keeps playing undisturbed while the page around it changes', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  const id = await haveTranscript(page, application, file);
  await page.goto(`${url}/?transcript=${id}`);
  await page.getByRole('article').getByRole('heading', { name: 'undisturbed' }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0.2);
  await page.evaluate(() => {
    const media = document.querySelector('audio');
    // Events that only the page causes. 'waiting' is left out: a busy machine causes it, too.
    for (const name of ['emptied', 'pause', 'play', 'seeking']) {
      media?.addEventListener(name, () => media.setAttribute('data-disturbed-by', name));
    }
    media?.setAttribute('data-is-same', 'true');
    // Slowly, so that it does not reach its end while the machine stalls.
    if (media) media.playbackRate = 0.25;
  });
  await page.getByRole('button', { name: 'Edit title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Still playing');
  await page.keyboard.press('Enter');
  await page.getByText('Transcript title updated successfully').first().waitFor();
  await page.getByRole('article').getByRole('heading', { name: 'Still playing', exact: true }).waitFor();
  const media = page.locator('audio');
  expect(await media.getAttribute('data-is-same')).toBe('true');
  expect(await media.getAttribute('data-disturbed-by')).toBeNull();
  expect(await media.evaluate((element: HTMLAudioElement) => element.paused)).toBe(false);
});
