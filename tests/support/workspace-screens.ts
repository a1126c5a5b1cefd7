import type { Application } from './application.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  openPage,
  type PageOptions,
  signUp,
  upload,
} from './browser.ts';
import { rows } from './editing.ts';
import { wavRecording } from './recordings.ts';

/** Opens the screens from the landing page to a failed transcription, and fails for each that is wider than the window or not accessible. */
export async function checkWorkspaceScreens(
  { browser, url }: Application,
  { theme, width }: Required<Pick<PageOptions, 'theme' | 'width'>>,
): Promise<void> {
  const page = await openPage(browser, { width, theme, expectedErrors: /401|404/ });
  const check = async () => {
    await expectNoSideScroll(page);
    await expectAccessible(page);
  };
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await check();
  await page.goto(`${url}/sign-in`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await check();
  await page.goto(`${url}/nope`);
  await page.getByText('404 Page Not Found').waitFor();
  await check();
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(`${url}/api/docs#post-api-projects`);
  await page.getByText('Shapes of POST /api/projects').first().press('Enter');
  await page.locator('#post-api-projects pre').first().waitFor();
  await check();
  await signUp(page, url);
  await check();
  await page.getByLabel('Recording to upload').setInputFiles({
    name: 'garden talk.wav',
    mimeType: 'audio/wav',
    buffer: await wavRecording(31_000),
  });
  await check();
  await page.getByRole('button', { name: 'Start Transcription' }).click();
  await page.getByRole('article').getByRole('heading', { name: 'garden talk' }).waitFor();
  await rows(page).first().waitFor();
  await check();
  await upload(page, { name: 'text.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound in here') });
  await page.getByText('Transcription Failed').waitFor();
  await check();
}
