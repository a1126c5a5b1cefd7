import type { Application } from './application.ts';
import { expectAccessible, expectNoSideScroll, haveAccount, openPage, type PageOptions } from './browser.ts';
import { openTranscript } from './finished-transcript.ts';
import { openPanel } from './panels.ts';
import { wavRecording } from './recordings.ts';

/** Opens a transcript, its dialog for sharing, the library and the shared page, and fails for each that is wider than the window or not accessible. */
export async function checkTranscriptScreens(
  application: Application,
  look: Required<Pick<PageOptions, 'theme' | 'width'>>,
): Promise<void> {
  const page = await openPage(application.browser, look);
  await haveAccount(page, application.url);
  await openTranscript(page, application, { name: 'talk.wav', buffer: await wavRecording(31_000) });
  for (const name of ['AI Summary', 'AI Chat', 'Speakers', 'History'] as const) {
    await openPanel(page, name);
    await expectAccessible(page);
    await expectNoSideScroll(page);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Generate Link' }).click();
  const link = await page.getByRole('textbox', { name: 'Public link' }).inputValue();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goto(`${application.url}/library`);
  await page.getByRole('checkbox', { name: 'Select talk' }).click();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await page.goto(link);
  await page.locator('.segment-words').first().waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
}
