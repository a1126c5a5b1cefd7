import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { UPLOAD_PART_BYTES } from '#contract/limits.ts';
import { sharedApplication } from '#tests/support/application.ts';
import { haveAccount, openPage, signUp, upload } from '#tests/support/browser.ts';
import { haveTranscript, haveTranscripts } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { temporaryFolder } from '#tests/support/server.ts';

// What people see when something goes wrong; the fake speech engine makes the rest quick.
const application = await sharedApplication();
const { url, browser } = application;
const recording = await wavRecording(21_000);

const file = (name = 'talk.wav') => ({ name, mimeType: 'audio/wav', buffer: recording });

/** Opens the workspace of a new person with a finished transcript selected. */
async function openTalk(page: Page): Promise<void> {
  await haveAccount(page, url);
  const id = await haveTranscript(page, application, file());
  await page.goto(`${url}/?transcript=${id}`);
  await page.getByRole('article').getByRole('heading', { name: 'talk' }).waitFor();
}

/** The same recording in a file of so many bytes more, in a chunk that players skip. */
function padded(wav: Buffer, extraBytes: number): Buffer {
  const chunk = Buffer.alloc(8 + 2 * Math.ceil(extraBytes / 2));
  chunk.write('JUNK');
  chunk.writeUInt32LE(chunk.length - 8, 4);
  const file = Buffer.concat([wav, chunk]);
  // The size in the header of a RIFF file leaves the header out.
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

it('explains why signing in failed and removes the reason from the address, and knows when an address leads nowhere', async () => {
  const page = await openPage(browser, { expectedErrors: /401/ });
  for (const [error, text] of [
    ['auth_failed', 'Authentication failed. Please try logging in again.'],
    ['auth_error', 'An error occurred during authentication. Please try again.'],
    ['sign_up_closed', /sign-up is closed.*ask whoever runs this installation/],
  ] as const) {
    await page.goto(`${url}/?error=${error}`);
    await page.getByText(text).first().waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  }
  await page.goto(`${url}/transcript/7?t=75`);
  await page.getByText('404 Page Not Found').waitFor();
  await page
    .getByRole('link', { name: /sign in/i })
    .last()
    .click();
  await page.waitForURL((address) => address.searchParams.get('returnTo') === '/transcript/7?t=75');
  await haveAccount(page, url);
  await page.goto(`${url}/transcript/abc`);
  await page.getByText('Invalid Transcript ID').waitFor();
  await page
    .getByRole('link', { name: 'Go Home' })
    .or(page.getByRole('button', { name: 'Go Home' }))
    .first()
    .click();
  await page.getByText('No transcript selected').waitFor();
});

it('refuses an unsupported file before anything is sent, and shows why another could not be read', async () => {
  const page = await openPage(browser);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await signUp(page, url);
  await page
    .getByLabel('Recording to upload')
    .setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') });
  await page
    .getByText(
      'Unsupported file format. Please upload video files (MP4, MOV, AVI) or audio files (MP3, WAV, M4A, AAC, FLAC, OGG).',
    )
    .first()
    .waitFor();
  expect(sent.filter((address) => address.includes('/api/upload'))).toEqual([]);

  await upload(page, {
    name: 'text.opus',
    mimeType: 'binary/octet-stream',
    buffer: Buffer.from('not music '.repeat(50)),
  });
  await page.getByText('Transcription Failed').waitFor();
  await page
    .getByText(/This file could not be read as audio or video. It is a text/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Transcription Failed').waitFor();
});

it('keeps the file after a failed upload, so that one click tries again, and works without live events', async () => {
  const page = await openPage(browser, { expectedErrors: /500|ERR_FAILED|api\/events/ });
  await page.route('**/api/events*', (route) => route.abort());
  await signUp(page, url);
  let fails = true;
  await page.route('**/api/upload/*/content*', (route) =>
    fails ? route.fulfill({ status: 500, body: 'no disk' }) : route.continue(),
  );
  await upload(page, file());
  await page.getByText('Upload Failed').first().waitFor();
  await page
    .getByText(/Direct upload failed: 500/)
    .first()
    .waitFor();
  await page.getByText('talk.wav').first().waitFor();
  fails = false;
  await page.getByRole('button', { name: 'Start Transcription' }).click();
  // Without live events, the page asks the server now and then.
  await page.getByRole('article').getByRole('heading', { name: 'talk' }).waitFor();
});

it('resumes a large file where the connection was lost, even after a reload', async () => {
  const page = await openPage(browser, { expectedErrors: /ERR_FAILED|ERR_CONNECTION|Failed to load/ });
  page.on('dialog', (dialog) => void dialog.accept());
  await signUp(page, url);
  // The second of three parts does not get through. A file is recognized by its name, size and date.
  const path = join(await temporaryFolder(), 'large.wav');
  await writeFile(path, padded(recording, 2.2 * UPLOAD_PART_BYTES));
  const choose = async () => {
    await page.getByLabel('Recording to upload').setInputFiles(path);
    await page.getByRole('button', { name: 'Start Transcription' }).click();
  };
  await page.route('**/api/upload/*/parts/2?*', (route) => route.abort('connectionfailed'));
  await choose();
  await page.getByText('Connection lost, trying again').waitFor();
  await page.reload();
  await page.unroute('**/api/upload/*/parts/2?*');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).pathname.replace(/^.*\/parts/, ''));
  });
  await choose();
  await page.getByRole('article').getByRole('heading', { name: 'large' }).waitFor();
  expect(sent).toEqual(['/2']);
});

it('runs no script in a name or a text', async () => {
  const page = await openPage(browser);
  await signUp(page, url, '<img src=x onerror=alert(1)>');
  page.on('dialog', () => expect.unreachable('a script ran'));
  const name = '<img src=x onerror=alert(1)>';
  await upload(page, file(`${name}.wav`));
  await page.getByRole('article').getByRole('heading', { name }).waitFor();
  await page.getByRole('searchbox', { name: 'Search all transcripts' }).fill('<img');
  await page.locator('mark', { hasText: '<img' }).first().waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});

it('stops asking for a transcript that is being deleted, even if the server announces it first', async () => {
  const page = await openPage(browser);
  await openTalk(page);
  await page.route('**/api/transcripts/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    // The event makes the page fetch the list again; only then does the answer arrive.
    const told = page.waitForRequest('**/api/transcripts?*');
    const response = await route.fetch();
    await told;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete transcript' }).click();
  await page.getByText('No transcript selected').waitFor();
});

it('restores the title when the server refuses the new one, and goes to the sign-in page when the session is over', async () => {
  const page = await openPage(browser, { expectedErrors: /500|401/ });
  await openTalk(page);
  await page.route('**/api/transcripts/*', (route) =>
    route.request().method() === 'PATCH' || route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, body: '{"message":"no","code":"internal"}' })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Edit title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Another');
  await page.keyboard.press('Enter');
  await page.getByText('Failed to update transcript title').first().waitFor();
  await page.getByRole('article').getByRole('heading', { name: 'talk', exact: true }).waitFor();

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete transcript' }).click();
  await page.getByText('You are logged out. Logging in again...').first().waitFor();
  await page.waitForURL('**/sign-in*');
});

it('shows ten transcripts and at most three page buttons, and what to do when a part of the page is missing, as after an upgrade', async () => {
  const page = await openPage(browser, { expectedErrors: /Failed to (load|fetch)|The page crashed/ });
  await haveAccount(page, url);
  const titles = Array.from({ length: 42 }, (_, index) => String(index + 1));
  await haveTranscripts(page, application, file(), titles);
  await page.goto(url);
  const history = page.getByRole('region', { name: 'Transcript History' });
  await expect.poll(() => history.getByRole('listitem').count()).toBe(10);
  await expect
    .poll(() =>
      page
        .getByRole('navigation', { name: 'Pages of the history' })
        .getByRole('button', { name: /^(Page )?\d+$/ })
        .count(),
    )
    .toBe(3);

  await page.route('**/assets/projects-*.js', (route) => route.fulfill({ status: 404, body: 'not here' }));
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.getByText('Something went wrong').waitFor();
  await page.unroute('**/assets/projects-*.js');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { name: 'Projects', exact: true }).first().waitFor();
});
