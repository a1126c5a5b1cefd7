import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findMediaTool } from '#server/media/find-tool.ts';
import { sharedApplication } from '#tests/support/application.ts';
import { currentTime, expectAccessible, focusedName } from '#tests/support/browser.ts';
import { openAsNewPerson } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// Files that are cut out of a recording. Links that play only a part of it: tests/slow/clips.test.ts.
const application = await sharedApplication();
const file = { name: 'clips.wav', buffer: await wavRecording(31_000) };

const openClips = async (page: Page) => {
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Clips…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Clips' });
  await dialog.waitFor();
  return dialog;
};

it('sets a clip by words and tenths with the keyboard, plays it, makes an MP3 of it and saves that', async () => {
  const page = await openAsNewPerson(application, file);
  const dialog = await openClips(page);
  const [start, end] = [
    dialog.getByLabel('Start', { exact: true }),
    dialog.getByLabel('End', { exact: true }),
  ];
  expect(await start.inputValue()).toBe('0:00.0');
  await dialog.getByRole('button', { name: 'Start one word later' }).press('Enter');
  expect(await start.inputValue()).not.toBe('0:00.0');
  await start.press('Control+a');
  await page.keyboard.type('0:01.5');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Start 0.1 s later' }).press('Enter');
  expect(await start.inputValue()).toBe('0:01.6');
  await end.press('Control+a');
  await page.keyboard.type('1');
  await page.keyboard.press('Tab');
  await dialog.getByText('The end must be after the start.').waitFor();
  await dialog
    .getByRole('button', { name: 'Create file (MP3)' })
    .and(page.locator('[aria-disabled]'))
    .waitFor();
  await end.press('Control+a');
  await page.keyboard.type('3.6');
  await page.keyboard.press('Tab');
  await dialog.getByText('2.0 s').waitFor();
  await dialog.getByRole('button', { name: 'Play' }).press('Enter');
  await dialog.getByRole('button', { name: 'Stop' }).waitFor();
  await dialog.getByRole('button', { name: 'Play' }).waitFor();
  expect(await currentTime(page)).toBeCloseTo(3.6, 1);
  await dialog.getByRole('button', { name: 'Create file (MP3)' }).press('Enter');
  const link = dialog.getByRole('link', { name: 'Download MP3 of 0:01 to 0:03' });
  await link.waitFor();
  await expectAccessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
  expect(download.suggestedFilename()).toBe('clips 0m1.6s to 0m3.6s.mp3');
  const tool = await findMediaTool();
  const info = await tool.probe(await download.path(), { signal: new AbortController().signal });
  expect(info).toMatchObject({ audioCodec: 'mp3', videoCodec: null });
  expect(Math.abs((info.durationMs ?? 0) - 2000)).toBeLessThan(150);
  await dialog.getByRole('button', { name: /^Delete MP3/ }).press('Enter');
  await dialog.getByText('No files have been made yet.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).not.toContain('clips');
  expect(await focusedName(page)).toBe('More actions');
});
