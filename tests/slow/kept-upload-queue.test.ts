import { rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ERRORS } from '#contract/errors.ts';
import { sharedApplication } from '#tests/support/application.ts';
import {
  expectAccessible,
  focusedName,
  haveAccount,
  keepLocks,
  killBrowser,
  launchWithProfile,
  openPage,
  STANDSTILL_MS,
  signUp,
} from '#tests/support/browser.ts';
import { chooseByKeys } from '#tests/support/choose-option.ts';
import { dropFiles } from '#tests/support/drop-files.ts';
import { lastingPort } from '#tests/support/ports.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { startServer, temporaryFolder } from '#tests/support/server.ts';
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

// The upload queue when pages are reloaded, windows closed, browsers killed, and servers full or away.
const { url, browser } = await sharedApplication();

it('goes on after a reload by itself where the browser can read the files again', async () => {
  const path = await haveFiles('talks/1.wav', 'talks/2.wav', 'talks/3.wav');
  const page = await openPage(browser);
  page.on('dialog', (dialog) => void dialog.accept());
  await signUp(page, url);
  const release = await holdFiles(page);
  await dropFiles(page.getByRole('heading', { level: 1 }), [path('talks')]);
  await button(page, 'Start 3 files').press('Enter');
  await expect.poll(() => queue(page).getByText('Uploading').count()).toBe(2);
  await page.reload();
  // On another page, too, where a line says how far it is until everything is there.
  await page.goto(`${url}/library`);
  await page.getByRole('complementary', { name: 'Upload queue' }).waitFor();
  await page.getByRole('link', { name: 'Show queue' }).press('Enter');
  await queue(page).waitFor();
  release();
  await uploaded(page, '3 of 3 uploaded');
  expect(await titles(page)).toEqual(['1', '2', '3']);
});

it('makes a project of a folder with recordings and subtitles, although it is reloaded in the middle', async () => {
  const path = await haveFiles(
    'talks/1.wav',
    'talks/1.srt',
    'talks/2.wav',
    'talks/alone.srt',
    'talks/notes.txt',
  );
  const page = await openPage(browser);
  page.on('dialog', (dialog) => void dialog.accept());
  await haveAccount(page, url);
  const created = await page.request.post(`${url}/api/projects`, { data: { name: 'Talks' } });
  const { id: projectId } = (await created.json()) as { id: number };
  await page.goto(url);
  const release = await holdFiles(page);
  await dropFiles(page.getByRole('heading', { level: 1 }), [path('talks')]);
  await rowOf(page, '1.srt').getByText('The text of 1.wav').waitFor();
  await expectAccessible(page);
  await queue(page).getByRole('combobox', { name: 'Put the transcripts into' }).press('Enter');
  await chooseByKeys(page, 'Talks');
  await button(page, 'Start 4 files').press('Enter');
  await rowOf(page, '1.wav').getByText('Uploading').waitFor();
  await page.reload();
  release();
  await uploaded(page, '4 of 4 uploaded');
  const list = async () => {
    const answer = await page.request.get(`${url}/api/projects/${projectId}/transcripts`);
    return (await answer.json()) as { id: number; title: string; status: string }[];
  };
  await expect
    .poll(async () => (await list()).map(({ status }) => status))
    .toEqual(Array(3).fill('completed'));
  const details = await Promise.all(
    (await list()).map(async ({ id }) => (await page.request.get(`${url}/api/transcripts/${id}`)).json()),
  );
  const facts = details.map(({ title, mediaUrl, imported }) => [
    title,
    mediaUrl !== null,
    imported?.format ?? null,
  ]);
  expect(facts.toSorted()).toEqual([
    ['1', true, 'srt'],
    ['2', true, null],
    ['alone', false, 'srt'],
  ]);
  expect(details.find(({ title }) => title === '1').transcript).toBe('As it was written.');
});

it('goes on after a reload although the page before it is still being closed', async () => {
  const path = await haveFiles('talks/1.wav', 'talks/2.wav');
  const page = await openPage(browser);
  page.on('dialog', (dialog) => void dialog.accept());
  await signUp(page, url);
  const release = await holdFiles(page);
  await dropFiles(page.getByRole('heading', { level: 1 }), [path('talks')]);
  await button(page, 'Start 2 files').press('Enter');
  await expect.poll(() => queue(page).getByText('Uploading').count()).toBe(2);
  const keeper = await keepLocks(page, url, 'upload-queue-window-');
  await page.reload();
  release();
  await page.getByText('2 files in another window of yours.').waitFor();
  await keeper.close();
  await uploaded(page, '2 of 2 uploaded');
});

it('asks for the files again where the browser cannot read them, and sends none twice', async () => {
  const path = await haveFiles('1.wav', '2.wav', '3.wav');
  const page = await openPage(browser);
  page.on('dialog', (dialog) => void dialog.accept());
  await signUp(page, url);
  const choose = () =>
    page.getByLabel('Files for the queue').first().setInputFiles(['1.wav', '2.wav', '3.wav'].map(path));
  await choose();
  // The first file gets through, and nothing else.
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/upload/presigned-url', async (route) => {
    if (route.request().postDataJSON().filename !== '1.wav') await promise;
    await route.continue().catch(() => undefined);
  });
  await button(page, 'Start 3 files').press('Enter');
  await uploaded(page, '1 of 3 uploaded');
  await page.reload();
  await queue(page)
    .getByText('2 files from before this page was closed: choose them or their folder again.')
    .waitFor();
  await expectAccessible(page);
  const sent = watchUploads(page);
  resolve();
  await choose();
  await uploaded(page, '3 of 3 uploaded');
  expect(sent.toSorted()).toEqual(['2.wav', '3.wav']);
  expect(await titles(page)).toEqual(['1', '2', '3']);
});

it('waits with everything while the server has no room, and fails only a file that is gone', async () => {
  const path = await haveFiles('1.wav', '2.wav', '3.wav');
  const page = await openPage(browser, { expectedErrors: /507|ERR_FILE_NOT_FOUND|ERR_UPLOAD_FILE_CHANGED/ });
  await signUp(page, url);
  await dropFiles(page.getByRole('heading', { level: 1 }), [path('1.wav'), path('2.wav'), path('3.wav')]);
  await expect.poll(() => rows(page).count()).toBe(3);
  await rm(path('2.wav'));
  const { status, message } = ERRORS.storage_full;
  await page.route('**/api/upload/presigned-url', (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'storage_full', message }),
    }),
  );
  await button(page, 'Start 3 files').press('Enter');
  await queue(page).getByRole('alert').filter({ hasText: message }).waitFor();
  await rowOf(page, '2.wav').getByText('This file cannot be read.').waitFor();
  await expect.poll(() => queue(page).getByText('Waiting').count()).toBe(2);
  await expectAccessible(page);
  await page.unroute('**/api/upload/presigned-url');
  await button(page, 'Try now').press('Enter');
  // Its button is gone, and the focus stays in the queue.
  await expect.poll(() => focusedName(page)).toBe('Upload queue');
  await uploaded(page, '2 of 3 uploaded, 1 failed');
  // It is there again.
  await writeFile(path('2.wav'), await wavRecording(3000));
  await button(page, 'Retry 2.wav').press('Enter');
  await uploaded(page, '3 of 3 uploaded');
});

it('goes on when the server has been away, and the connection of the device', async () => {
  const path = await haveFiles('1.wav', '2.wav', '3.wav', '4.wav');
  const folder = await temporaryFolder();
  const env = { SPEECH_ENGINE: 'fake', PORT: String(await lastingPort()) };
  const server = await startServer(folder, env);
  const page = await openPage(browser, { expectedErrors: /ERR_|Failed to/ });
  await signUp(page, server.url);
  await page.getByLabel('Files for the queue').setInputFiles(['1.wav', '2.wav', '3.wav', '4.wav'].map(path));
  // The server stops while two files are on their way.
  const stopped = Promise.withResolvers<void>();
  await page.route('**/api/upload/*/content*', async (route) => {
    await stopped.promise;
    await route.continue().catch(() => undefined);
  });
  await button(page, 'Start 4 files').press('Enter');
  await expect.poll(() => queue(page).getByText('Uploading').count()).toBe(2);
  await server.end('SIGTERM');
  stopped.resolve();
  await queue(page).getByRole('alert').filter({ hasText: 'The server cannot be reached.' }).waitFor();
  expect(await queue(page).getByText('failed').count()).toBe(0);
  await page.context().setOffline(true);
  await startServer(folder, env);
  await button(page, 'Try now').press('Enter');
  await queue(page).getByRole('alert').filter({ hasText: 'This device is offline.' }).waitFor();
  await page.context().setOffline(false);
  await uploaded(page, '4 of 4 uploaded');
  expect(await titles(page)).toEqual(['1', '2', '3', '4']);
});

it('belongs to one person, and to one window at a time', async () => {
  const path = await haveFiles('1.wav', '2.wav', '3.wav');
  const names = ['1.wav', '2.wav', '3.wav'].map(path);
  const page = await openPage(browser, { expectedErrors: /404/ });
  page.on('dialog', (dialog) => void dialog.accept());
  await signUp(page, url);
  const release = await holdFiles(page);
  await dropFiles(page.getByRole('heading', { level: 1 }), names);
  await button(page, 'Start 3 files').press('Enter');
  await expect.poll(() => queue(page).getByText('Uploading').count()).toBe(2);

  const other = await page.context().newPage();
  await other.goto(url);
  await queue(other).getByText('3 files in another window of yours.').waitFor();
  const sent = watchUploads(other);
  await other.getByLabel('Files for the queue').first().setInputFiles(names);
  await queue(other).getByText('3 files are in it already.').waitFor();
  expect(await rows(other).count()).toBe(0);

  // Somebody else signs in there: the first window sends nothing as that person, and the second one shows nothing of the first.
  await haveAccount(other, url, 'Ben');
  await other.goto(url);
  await other.getByText('No Transcripts Yet').waitFor();
  expect(await queue(other).count()).toBe(0);
  release();
  await queue(page).getByRole('alert').filter({ hasText: 'You are signed out.' }).waitFor();
  expect(sent).toEqual([]);
  await expect.poll(() => queue(page).getByText('Waiting').count()).toBe(3);
});

it('is taken over by a window beside the one that is closed', async () => {
  const path = await haveFiles('1.wav', '2.wav', '3.wav');
  const page = await openPage(browser);
  page.on('dialog', (dialog) => void dialog.accept());
  await signUp(page, url);
  const release = await holdFiles(page);
  await dropFiles(page.getByRole('heading', { level: 1 }), [path('1.wav'), path('2.wav'), path('3.wav')]);
  await button(page, 'Start 3 files').press('Enter');
  await expect.poll(() => queue(page).getByText('Uploading').count()).toBe(2);
  const other = await page.context().newPage();
  await other.goto(url);
  await queue(other).getByText('3 files in another window of yours.').waitFor();
  await page.goto('about:blank');
  release();
  await uploaded(other, '3 of 3 uploaded');
  expect(await titles(other)).toEqual(['1', '2', '3']);
});

it('goes on after the browser was killed, with what had not arrived', async () => {
  const path = await haveFiles('1.wav', '2.wav', '3.wav');
  const names = ['1.wav', '2.wav', '3.wav'].map(path);
  const profile = await temporaryFolder();
  const first = await launchWithProfile(profile);
  const page = await first.newPage();
  await signUp(page, url);
  await dropFiles(page.getByRole('heading', { level: 1 }), names);
  // The first file gets through, and nothing else.
  await page.route('**/api/upload/presigned-url', async (route) => {
    if (route.request().postDataJSON().filename === '1.wav') await route.continue();
  });
  await button(page, 'Start 3 files').press('Enter');
  await uploaded(page, '1 of 3 uploaded');
  const cookies = await first.cookies();
  await killBrowser(first.browser());

  const second = await launchWithProfile(profile);
  try {
    // The browser stores cookies only every half minute.
    await second.addCookies(cookies);
    const again = await second.newPage();
    again.setDefaultTimeout(STANDSTILL_MS);
    await again.goto(url);
    await uploaded(again, '1 of 3 uploaded');
    await queue(again).getByText('2 files from before this page was closed: allow them').waitFor();
    await expectAccessible(again);
    // A browser without a screen lets nobody allow it. Whoever does not, chooses the files again.
    const sent = watchUploads(again);
    await again.getByLabel('Files for the queue').first().setInputFiles(names);
    await uploaded(again, '3 of 3 uploaded');
    expect(sent.toSorted()).toEqual(['2.wav', '3.wav']);
    expect(await titles(again)).toEqual(['1', '2', '3']);
  } finally {
    await second.close();
  }
});
