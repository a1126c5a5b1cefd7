import { mkdir, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import { sharedApplication } from '#tests/support/application.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  focusedName,
  haveAccount,
  openPage,
  signUp,
  tabTo,
} from '#tests/support/browser.ts';
import { chooseByKeys } from '#tests/support/choose-option.ts';
import { dropFiles, hoverFiles } from '#tests/support/drop-files.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import {
  button,
  haveFiles,
  holdFiles,
  queue,
  rowOf,
  rows,
  titles,
  uploaded,
  watchUploads,
} from '#tests/support/upload-queue.ts';

// Several files at once: dropped from the disk as people do, put in order with the keyboard, and sent. What goes wrong meanwhile: kept-upload-queue.test.ts.
const { url, browser } = await sharedApplication();

it('takes a folder and a selection dropped on any page, with the same settings for all', async () => {
  const path = await haveFiles(
    'talks/1.wav',
    'talks/monday/2.wav',
    'talks/notes.txt',
    'talks/.cache',
    '3.wav',
    'paper.pdf',
  );
  const page = await openPage(browser);
  await haveAccount(page, url);
  const created = await page.request.post(`${url}/api/projects`, { data: { name: 'Council' } });
  const { id: projectId } = (await created.json()) as { id: number };
  await page.goto(`${url}/settings`);
  const heading = page.getByRole('heading', { name: 'Settings' }).first();
  await heading.waitFor();
  const dropped = [path('3.wav'), path('paper.pdf'), path('talks')];
  await hoverFiles(heading, dropped);
  await page.getByText('Drop the files to add them to the upload queue').waitFor();
  await dropFiles(heading, dropped);
  const told =
    '4 files added to the queue. Neither recordings nor subtitles, and left out: notes.txt. 1 hidden file left out.';
  await queue(page).getByText(told).waitFor();
  // What needs attention comes first.
  expect(await rows(page).locator('p:first-child').allTextContents()).toEqual([
    'paper.pdf',
    '3.wav',
    '1.wav',
    '2.wav',
  ]);
  await rowOf(page, 'paper.pdf').getByText('Not a recording').waitFor();
  await rowOf(page, 'paper.pdf').getByText(ERRORS.unsupported_format.message).waitFor();
  await expectAccessible(page);

  await queue(page).getByRole('combobox', { name: 'Put the transcripts into' }).press('Enter');
  await chooseByKeys(page, 'Council');
  await tabTo(page, 'Start 3 files');
  await page.keyboard.press('Enter');
  await uploaded(page, '3 of 4 uploaded, 1 failed');
  await expect.poll(() => queue(page).getByText('Completed').count()).toBe(3);
  const inProject = await page.request.get(`${url}/api/projects/${projectId}/transcripts`);
  const found = ((await inProject.json()) as { title: string }[]).map(({ title }) => title).toSorted();
  expect(found).toEqual(['1', '2', '3']);
  await expectAccessible(page);
  await rowOf(page, '3.wav').getByRole('link').press('Enter');
  await page.getByRole('article').getByRole('heading', { name: '3', exact: true }).waitFor();
});

it('takes a folder where the browser gives no handles', async () => {
  const path = await haveFiles('talks/1.wav', 'talks/monday/2.wav', 'talks/.cache', 'talks/cover.jpg');
  const page = await openPage(browser);
  await page.addInitScript(() => Reflect.deleteProperty(DataTransferItem.prototype, 'getAsFileSystemHandle'));
  await signUp(page, url);
  await dropFiles(page.getByRole('heading', { level: 1 }), [path('talks')]);
  await queue(page)
    .getByText(
      '2 files added to the queue. Neither recordings nor subtitles, and left out: cover.jpg. 1 hidden file left out.',
    )
    .waitFor();
  await button(page, 'Start 2 files').press('Enter');
  await uploaded(page, '2 of 2 uploaded');
  expect(await titles(page)).toEqual(['1', '2']);
});

it('takes the first file that is dropped into the zone, and offers the others', async () => {
  const path = await haveFiles('1.wav', '2.wav', 'more/3.wav');
  const page = await openPage(browser);
  await signUp(page, url);
  await dropFiles(page.getByRole('region', { name: 'Drop a file here' }), [
    path('1.wav'),
    path('2.wav'),
    path('more'),
  ]);
  await page.getByRole('button', { name: 'Start Transcription' }).waitFor();
  expect(await queue(page).count()).toBe(0);
  await page.getByRole('button', { name: '2 more files: add them to the queue' }).press('Enter');
  await expect.poll(() => rows(page).count()).toBe(2);
  await button(page, 'Start 2 files').press('Enter');
  await uploaded(page, '2 of 2 uploaded');
  // The one in the zone still waits for its own start.
  await page.getByRole('button', { name: 'Start Transcription' }).press('Enter');
  await page.getByRole('article').getByRole('heading', { name: '1', exact: true }).waitFor();
  expect(await titles(page)).toEqual(['1', '2', '3']);
});

it('is put in order, paused and emptied with the keyboard', async () => {
  const path = await haveFiles('1.wav', '2.wav', '3.wav', '4.wav', '5.wav');
  const page = await openPage(browser, { width: 375, theme: 'dark' });
  await signUp(page, url);
  const names = ['1.wav', '2.wav', '3.wav', '4.wav', '5.wav'];
  await page.getByLabel('Files for the queue').setInputFiles(names.map(path));
  const order = () => rows(page).locator('p:first-child').allTextContents();
  await expect.poll(order).toEqual(names);
  await button(page, 'Move 4.wav up').focus();
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual(['1.wav', '2.wav', '4.wav', '3.wav', '5.wav']);
  await expect.poll(() => focusedName(page)).toBe('Move 4.wav up');
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual(['1.wav', '4.wav', '2.wav', '3.wav', '5.wav']);
  await expect.poll(() => focusedName(page)).toBe('Move 4.wav up');
  await button(page, 'More for 5.wav').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Send first' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual(['5.wav', '1.wav', '4.wav', '2.wav', '3.wav']);
  await button(page, 'Remove 1.wav').focus();
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual(['5.wav', '4.wav', '2.wav', '3.wav']);
  await expect.poll(() => focusedName(page)).toBe('Upload queue');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(order).toEqual(['5.wav', '1.wav', '4.wav', '2.wav', '3.wav']);

  const release = await holdFiles(page);
  const sent = watchUploads(page);
  await button(page, 'Start 5 files').focus();
  await page.keyboard.press('Enter');
  // Two at once, whose requests may change places.
  await expect.poll(() => sent.toSorted()).toEqual(['1.wav', '5.wav']);
  await expectAccessible(page);
  await expectNoSideScroll(page);
  // The button stays, so that it keeps the focus.
  await expect.poll(() => focusedName(page)).toBe('Pause');
  await page.keyboard.press('Enter');
  await expect.poll(() => queue(page).getByText('Waiting').count()).toBe(5);
  await button(page, 'Move 2.wav up').focus();
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual(['5.wav', '1.wav', '2.wav', '4.wav', '3.wav']);
  release();
  await button(page, 'Resume').focus();
  await page.keyboard.press('Enter');
  await uploaded(page, '5 of 5 uploaded');
  expect(sent.slice(0, 4).toSorted()).toEqual(['1.wav', '1.wav', '5.wav', '5.wav']);
  expect(sent.slice(4).toSorted()).toEqual(['2.wav', '3.wav', '4.wav']);
  await button(page, 'Clear finished').press('Enter');
  await queue(page).waitFor({ state: 'detached' });
});

it('keeps the focus where files go on by themselves', async () => {
  const names = Array.from({ length: 24 }, (_, index) => `${index + 1}.wav`);
  const path = await haveFiles(...names);
  const page = await openPage(browser);
  await signUp(page, url);
  const release = await holdFiles(page);
  await page.getByLabel('Files for the queue').setInputFiles(names.map(path));
  await button(page, 'Start 24 files').press('Enter');
  await expect.poll(() => queue(page).getByText('Uploading').count()).toBe(2);
  // The button disappears with its row, which moves behind the others.
  await button(page, 'Cancel 1.wav').focus();
  release();
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('section')?.textContent ?? 'nowhere');
  await uploaded(page, '24 of 24 uploaded');
  expect(await focused()).toContain('Upload queue');
});

it('takes a thousand of ten thousand files, and says so; of an empty folder nothing', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `many/${index + 1}.wav`);
  const path = await haveFiles(...names);
  await mkdir(path('empty'));
  const page = await openPage(browser);
  await signUp(page, url);
  const heading = page.getByRole('heading', { level: 1 });
  await dropFiles(heading, [path('empty')]);
  await queue(page)
    .getByText('Nothing was added to the queue. There are no files in what you dropped.')
    .waitFor();
  await dropFiles(heading, [path('many')]);
  await queue(page).getByText('1,000 files added to the queue. 9,000 files left out').waitFor();
  await button(page, 'Start 1,000 files').waitFor();
  expect(await rows(page).count()).toBe(20);
  await button(page, 'Remove all that wait').press('Enter');
  await expect.poll(() => rows(page).count()).toBe(0);
});

it('sends names of 250 characters, decomposed ones and emoji as they are', async () => {
  const names = [`${'long '.repeat(48)}longer.wav`, 'Cafe\u0301.wav', 'Caf\u00e9 2.wav', '🎙️ 👩‍👩‍👧.wav'];
  const path = await haveFiles(...names);
  const page = await openPage(browser, { width: 375 });
  await signUp(page, url);
  await dropFiles(page.getByRole('heading', { level: 1 }), names.map(path));
  await button(page, 'Start 4 files').press('Enter');
  await uploaded(page, '4 of 4 uploaded');
  await expectNoSideScroll(page);
  expect(await rows(page).locator('p:first-child').allTextContents()).toEqual(names);
  // Titles are shorter.
  const beginning = (name: string) =>
    name
      .normalize('NFC')
      .replace(/\.wav$/, '')
      .slice(0, 100);
  expect((await titles(page)).map(beginning)).toEqual(names.map(beginning).toSorted());
});

it('fails only a file that changes while it is sent, and sends it as it is then', async () => {
  const path = await haveFiles('1.wav', '2.wav');
  const page = await openPage(browser, { expectedErrors: /ERR_UPLOAD_FILE_CHANGED/ });
  await signUp(page, url);
  const release = await holdFiles(page);
  await dropFiles(page.getByRole('heading', { level: 1 }), [path('1.wav'), path('2.wav')]);
  await button(page, 'Start 2 files').press('Enter');
  await expect.poll(() => queue(page).getByText('Uploading').count()).toBe(2);
  await writeFile(path('2.wav'), await wavRecording(5000));
  release();
  await rowOf(page, '2.wav').getByText('This file cannot be read.').waitFor();
  await uploaded(page, '1 of 2 uploaded, 1 failed');
  await button(page, 'Retry 2.wav').press('Enter');
  await uploaded(page, '2 of 2 uploaded');
  expect(await titles(page)).toEqual(['1', '2']);
});
