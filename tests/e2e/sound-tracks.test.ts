import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { currentTime, expectGood, tabTo } from '#tests/support/browser.ts';
import { openAsNewPerson } from '#tests/support/finished-transcript.ts';
import { composed } from '#tests/support/odd-recordings.ts';
import { aacOf, wavOf } from '#tests/support/recordings.ts';
import { tone } from '#tests/support/speak.ts';

// A film in two languages, with the speech engine that hears a text in any sound.
const application = await sharedApplication();
const [english, german] = [
  await aacOf(await wavOf(tone(6000, 440, 0.5)), 48_000, 'mono'),
  await aacOf(await wavOf(tone(6000, 660, 0.5)), 44_100, 'mono'),
];
const film = await composed('mp4', [
  { bytes: english, language: 'eng' },
  { bytes: german, language: 'ger' },
]);

it('says which sound track the text is of, transcribes another one, and plays that then', async () => {
  const page = await openAsNewPerson(application, { name: 'film.mp4', buffer: film }, { width: 375 });
  const source = () =>
    page.evaluate(() => document.querySelector<HTMLMediaElement>('audio, video')?.src ?? '');
  await page.getByText('This is the text of the first.').waitFor();
  expect(await source()).toContain('/recording-1.');
  await tabTo(page, 'Choose the sound…');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await expectGood(page);
  await tabTo(page, 'Track 1: English');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('option').allTextContents()).toEqual([
    'Both mixed',
    'Track 1: English',
    'Track 2: German',
  ]);
  await page.getByRole('option', { name: 'Track 2: German' }).press('Enter');
  await expectGood(page);
  await tabTo(page, 'Transcribe again');
  await page.keyboard.press('Enter');
  await page.getByText('This is the text of the second.').waitFor();
  await expect.poll(source).toContain('/recording-2.');
  await page.getByRole('button', { name: 'Play', exact: true }).press('Enter');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0);
});
