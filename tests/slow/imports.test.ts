import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, expectNoSideScroll, openPage, signUp } from '#tests/support/browser.ts';
import { wavRecording } from '#tests/support/recordings.ts';

const SRT =
  '1\n00:00:01,000 --> 00:00:02,500\nAnn Lee: Good morning.\n\n2\n00:00:03,000 --> 00:00:04,000\nBen: Yes.\n';
const TALK = { name: 'talk.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(SRT) };

/** Opens the dialog with the keyboard alone, and gives it the file. */
async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Import it' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import a transcript' });
  await dialog.getByLabel('Transcript to import').setInputFiles(TALK);
  await dialog.getByText('2 speakers (Ann Lee, Ben)').waitFor();
  return dialog;
}

it.each([
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 375 },
] as const)('imports a text alone, and with its recording ($theme, $width px)', async ({ theme, width }) => {
  const { browser, url } = await sharedApplication();
  const page = await openPage(browser, { theme, width });
  await signUp(page, url);

  const dialog = await openImport(page);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import without recording' }).press('Enter');
  const article = page.getByRole('article');
  await article.getByRole('heading', { name: 'talk' }).waitFor();
  await article.getByText('Good morning.').first().waitFor();

  await page.goto(url);
  const again = await openImport(page);
  await again.getByLabel('Recording of this text').setInputFiles({
    name: 'meeting.wav',
    mimeType: 'audio/wav',
    buffer: await wavRecording(10_000),
  });
  await page.getByText('With the text of talk.srt.').waitFor();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start Import' }).press('Enter');
  await article.getByRole('heading', { name: 'meeting' }).waitFor();
  await article.getByText('Text and recording were not compared').waitFor();
  expect(await article.getByText('Good morning.').count()).toBeGreaterThan(0);

  // The same text once more, at the times at which its words are heard; what was there stays among the versions.
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Import text…' }).press('Enter');
  const onto = page.getByRole('dialog', { name: 'Import a text for this recording' });
  await onto.getByLabel('Transcript to import').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('zebra quartz vivid lumber pixel onion banjo fjord gleam hymn '.repeat(3)),
  });
  await onto.getByText('Each word gets the time at which it is heard').waitFor();
  await expectAccessible(page);
  await onto.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await article.getByText('hardly any of its words were heard').waitFor();
  await article.getByText('Good morning.').first().waitFor();
});

it('says what a file is that is no transcript, and takes another one', async () => {
  const { browser, url } = await sharedApplication();
  const page = await openPage(browser, { expectedErrors: /415/ });
  await signUp(page, url);
  await page.getByRole('button', { name: 'Import it' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import a transcript' });
  const input = dialog.getByLabel('Transcript to import');
  await input.setInputFiles({ name: 'talk.docx', mimeType: '', buffer: Buffer.from('%PDF-1.7 no') });
  await dialog.getByText('This file is a PDF').waitFor();
  await input.setInputFiles(TALK);
  await dialog.getByText('2 speakers (Ann Lee, Ben)').waitFor();
  await dialog.getByRole('button', { name: 'Another file' }).press('Enter');
  await dialog.getByRole('button', { name: 'Choose file' }).waitFor();
});
