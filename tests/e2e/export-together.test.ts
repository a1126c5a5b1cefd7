import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { query, sharedApplication } from '#tests/support/application.ts';
import { expectGood, focusedName, haveAccount, openPage, tabTo } from '#tests/support/browser.ts';
import { downloadedZip, withDownloads } from '#tests/support/export-together.ts';
import { haveTranscripts } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// Several transcripts exported into one ZIP file, from the library and from a project. Many of them, and what goes wrong: tests/slow/export-together.test.ts.
const application = await sharedApplication();
const { url, browser } = application;
const file = { name: 'talk.wav', buffer: await wavRecording(31_000) };

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export' });
const count = (page: Page, many: number) => page.getByText(`${many} transcript(s) selected`);

/** Selects what has the focus, or presses it. */
async function press(page: Page, name: string | RegExp, key = 'Space'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

/** The file that the library exports of one transcript. */
async function exportedAlone(page: Page, title: string, format: string): Promise<Buffer> {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Export' }).press('Enter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: format }).press('Enter'),
  ]);
  const content = await readFile(await download.path());
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  return content;
}

it('exports what is selected in the library in two formats, by the keyboard alone, as the single export does', async () => {
  const page = await withDownloads(await openPage(browser, { theme: 'light' }));
  await haveAccount(page, url);
  const titles = ['../../회의 🐝', 'CON', 'Talk', 'Talk', 'Not wanted'];
  const [meeting, con, first, second] = await haveTranscripts(page, application, file, titles);
  await page.goto(`${url}/library?sort=oldest`);
  await page.getByText('Select all (5)').waitFor();
  await press(page, 'Select all (5)');
  await press(page, 'Select Not wanted');
  await count(page, 4).waitFor();
  await page.getByRole('checkbox', { name: 'Select all (5)' }).focus();
  await press(page, 'Export…', 'Enter');
  await dialog(page).getByText('4 transcripts selected.').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Export');
  expect(await dialog(page).getByRole('checkbox', { name: 'Text (TXT)' }).isChecked()).toBe(true);
  await press(page, 'Text (TXT)');
  await press(page, 'Export 4 transcripts', 'Enter');
  await dialog(page).getByText('Please choose at least one format.').waitFor();
  await expectGood(page);
  await press(page, 'Text (TXT)');
  await press(page, 'Subtitles (WebVTT)');
  const zip = await downloadedZip(page, dialog(page).getByRole('button', { name: 'Export 4 transcripts' }));
  await dialog(page).getByText('4 of 4 transcripts saved in Transcripts.zip.').waitFor();
  await expectGood(page);

  expect(zip.fileName).toBe('Transcripts.zip');
  const names = ['회의 🐝', '_CON', 'Talk', 'Talk (2)'];
  expect(Object.keys(zip.files)).toEqual(names.flatMap((name) => [`${name}.txt`, `${name}.vtt`]));
  expect(zip.manifest).toMatchObject({ transcriptCount: 4, fileCount: 8, failureCount: 0 });
  expect(zip.manifest.transcripts.map(({ id, title, link }) => ({ id, title, link }))).toEqual(
    [meeting, con, first, second].map((id, index) => ({
      id,
      title: titles[index],
      link: `${url}/transcript/${id}`,
    })),
  );
  for (const { files, failures } of zip.manifest.transcripts) {
    expect(failures).toEqual([]);
    for (const { name, sizeBytes, sha256 } of files) {
      const content = zip.files[name] ?? Buffer.alloc(0);
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
        sizeBytes,
        sha256,
      ]);
    }
  }

  // The focus is where it was, the selection too, and the formats are remembered.
  await press(page, 'Close', 'Enter');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await focusedName(page)).toBe('Export…');
  await count(page, 4).waitFor();
  expect(await exportedAlone(page, 'CON', 'Text (TXT)')).toEqual(zip.files['_CON.txt']);
  expect(await exportedAlone(page, 'CON', 'Subtitles (WebVTT)')).toEqual(zip.files['_CON.vtt']);
  await page.getByRole('button', { name: 'Export…' }).press('Enter');
  expect(await dialog(page).getByRole('checkbox', { name: 'Subtitles (WebVTT)' }).isChecked()).toBe(true);
});

it('exports what is selected in a project, without what has no finished text', async () => {
  const page = await withDownloads(await openPage(browser, { theme: 'dark', width: 375 }));
  await haveAccount(page, url);
  const transcriptIds = await haveTranscripts(page, application, file, ['Bees', 'Wasps', 'Unheard', 'Ants']);
  const answer = await page.request.post(`${url}/api/projects`, { data: { name: 'Field notes: 2026' } });
  const { id } = await answer.json();
  await page.request.post(`${url}/api/projects/assign`, { data: { transcriptIds, projectId: id } });
  await query(
    application,
    "update transcripts set status = 'failed', error_code = 'no_speech' where id = $1",
    [transcriptIds[2]],
  );
  await page.goto(`${url}/projects/${id}`);
  await page.getByText('Select all (4)').waitFor();
  for (const title of ['Unheard', 'Wasps', 'Bees']) await press(page, `Select ${title}`);
  await count(page, 3).waitFor();
  await expectGood(page);
  const open = page.getByRole('button', { name: 'Export…' });
  await open.press('Enter');
  await dialog(page).getByText('Without a finished text, and so left out: Unheard.').waitFor();
  await press(page, 'Subtitles (SRT)');
  await press(page, 'SRT: cut at words');
  await expectGood(page);
  const zip = await downloadedZip(page, dialog(page).getByRole('button', { name: 'Export 2 transcripts' }));
  await dialog(page).getByText('2 of 2 transcripts saved in Field notes 2026.zip.').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await focusedName(page)).toBe('Export…');

  await page.goto(`${url}/library`);
  for (const title of ['Bees', 'Wasps'])
    for (const [format, extension] of [
      ['Text (TXT)', 'txt'],
      ['Subtitles (SRT)', 'srt'],
    ] as const)
      expect(await exportedAlone(page, title, format)).toEqual(zip.files[`${title}.${extension}`]);
  expect(Object.keys(zip.files)).toHaveLength(4);
});
