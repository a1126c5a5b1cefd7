import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { currentTime, haveAccount, mediaState, openPage, watchJumps } from '#tests/support/browser.ts';
import { openAsNewPerson, openTranscript } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { selectWords } from '#tests/support/select-words.ts';

// How people listen: what the browser remembers, loops, one speaker, and recordings that do not load.
const application = await sharedApplication();
const { url, browser } = application;
const file = { name: 'listening.wav', buffer: await wavRecording(31_000) };

it('remembers speed, volume and choices, loops the selected words, and plays one speaker alone', async () => {
  const page = await openAsNewPerson(application, file);
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Speed 1' }).click();
  await page.getByRole('menuitemradio', { name: '1.5×' }).click();
  await page.getByRole('button', { name: 'Playback settings' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Skip silences' }).click();
  await page.getByRole('menuitemradio', { name: 'Go back 2 s' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Speed 1.5' }).waitFor();
  await expect.poll(() => mediaState(page)).toMatchObject({ playbackRate: 1.5, volume: 0.9, paused: true });
  await page.getByRole('button', { name: 'Playback settings' }).click();
  expect(await page.getByRole('menuitemcheckbox', { name: 'Skip silences' }).isChecked()).toBe(true);
  expect(await page.getByRole('menuitemradio', { name: 'Go back 2 s' }).isChecked()).toBe(true);
  // Only the second speaker is heard: playback goes on where he begins.
  await page.getByRole('menuitemradio', { name: 'Speaker 2' }).click();
  const jumped = await watchJumps(page);
  await page.keyboard.press('k');
  const second = page.locator('.segment', { has: page.getByText('Speaker 2', { exact: true }) }).first();
  await second.and(page.locator('[aria-current]')).waitFor();
  expect(await jumped()).toBeGreaterThan(3);
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Playback settings' }).click();
  await page.getByRole('menuitemradio', { name: 'Everyone' }).click();

  const words = (await page.locator('.segment-words').nth(1).innerText()).split(' ');
  await selectWords(page, 1, words[0] ?? '', words[2] ?? '');
  const first = await watchJumps(page);
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Stop looping' }).waitFor();
  await expect.poll(first).not.toBeNaN();
  const start = await first();
  // Played to the end of the loop, it jumps to the start again.
  const again = await watchJumps(page);
  await expect.poll(again).toBeCloseTo(start, 1);
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Loop from here' }).waitFor();
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('listening');
});

it('keeps the text and the waveform of a recording that does not load, says why, and tries again', async () => {
  const page = await openPage(browser, { expectedErrors: /404|ERR_/ });
  await haveAccount(page, url);
  await page.route('**/media/**', (route) => route.fulfill({ status: 404 }));
  await openTranscript(page, application, file);
  await page.getByText('Unable to load media file. Please refresh the page and try again.').waitFor();
  await page.getByRole('region', { name: 'Player' }).locator('canvas').first().waitFor();
  await page.locator('.segment-words').first().waitFor();
  await page.unroute('**/media/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0);
});
