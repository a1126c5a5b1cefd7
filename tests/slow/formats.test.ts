import { afterAll, expect, it } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import { haveAccount, openPage, upload } from '#tests/support/browser.ts';
import { encoded, wavRecording } from '#tests/support/recordings.ts';

// A server whose operator has set another limit.
const { url, browser, close } = await openApplication({ env: { MAX_UPLOAD_MB: '2' } });
afterAll(close);

it('transcribes a film in MKV with a note, and plays it', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  await page.goto(url);
  const note = page.getByText('This is not one of the usual formats. It is tried all the same');
  const chooser = page.getByLabel('Recording to upload');
  await chooser.setInputFiles({ name: 'talk.wav', mimeType: 'audio/wav', buffer: Buffer.from('x') });
  await page.getByRole('button', { name: 'Start Transcription' }).waitFor();
  expect(await note.count()).toBe(0);
  await page.getByRole('button', { name: 'Remove file' }).click();
  const film = {
    name: 'film.mkv',
    mimeType: 'video/x-matroska',
    buffer: await encoded(await wavRecording(11_000), 'mkv'),
  };
  await chooser.setInputFiles(film);
  await note.waitFor();
  await page.getByRole('button', { name: 'Remove file' }).click();
  await upload(page, film);
  await page.getByRole('article').getByRole('heading', { name: 'film' }).waitFor();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.duration))
    .toBeGreaterThan(10);
});

it('names the limit that the operator has set, also for a file beyond it', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  await page.goto(url);
  await page.getByText('up to 2MB').waitFor();
  const buffer = Buffer.alloc(2 * 1024 * 1024 + 1);
  await page
    .getByLabel('Recording to upload')
    .setInputFiles({ name: 'long.wav', mimeType: 'audio/wav', buffer });
  await page.getByText('File size exceeds 2MB limit.').first().waitFor();
});
