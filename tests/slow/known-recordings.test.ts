import { randomBytes } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findKnownRecordings } from '#contract/uploads.ts';
import { query, sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, expectNoSideScroll, openPage, signUp } from '#tests/support/browser.ts';
import { haveTranscripts } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { temporaryFolder } from '#tests/support/server.ts';
import { button, haveFiles, queue, rowOf, rows, titles, uploaded } from '#tests/support/upload-queue.ts';

const COUNCIL = { name: 'council.wav', buffer: await wavRecording(9000) };
const LARGE_BYTES = 300_000_000;

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
}

/** Chooses a file on the disk with the keyboard alone; the next step then has the focus. */
async function choose(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose file' }).focus();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles(path);
  await page.getByText(basename(path), { exact: true }).first().waitFor();
}

/** A signed-in person with transcripts of the council's recording, on the tab for uploads. */
async function withCouncil(titles: readonly string[], options: Parameters<typeof openPage>[1] = {}) {
  const application = await sharedApplication();
  const page = await openPage(application.browser, options);
  await signUp(page, application.url);
  const ids = await haveTranscripts(page, application, COUNCIL, titles);
  await page.goto(`${application.url}/?tab=upload`);
  const notice = page.getByRole('status').filter({ hasText: /this recording/i });
  return { application, page, ids, notice, start: page.getByRole('button', { name: 'Start Transcription' }) };
}

/** Says of a transcript that its recording has this size, so that a file of this size has to be hashed. */
async function pretendSize(
  { application, ids }: Pick<Awaited<ReturnType<typeof withCouncil>>, 'application' | 'ids'>,
  sizeBytes: number,
): Promise<void> {
  await query(application, 'update media set size_bytes = $2 where transcript_id = $1', [ids[0], sizeBytes]);
}

it.each([
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 375 },
] as const)(
  'says that the recording is there, opens it, and transcribes it once more ($theme, $width px)',
  async ({ theme, width }) => {
    const { application, page, ids, notice, start } = await withCouncil(['Council meeting'], {
      theme,
      width,
    });
    await choose(page, await fileOf('renamed.wav', COUNCIL.buffer));
    await notice
      .filter({ hasText: /^You have this recording already: Council meeting, .*\d{4}\.$/ })
      .waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);

    // The next step keeps the focus; what was found comes before it.
    await start.focus();
    for (const name of ['Transcribe once more', 'Open it']) {
      const target = page.getByRole(name === 'Open it' ? 'link' : 'button', { name });
      while (!(await target.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/transcript/${ids[0]}`);
    await page.getByRole('article').getByRole('heading', { name: 'Council meeting' }).waitFor();

    await page.goto(`${application.url}/?tab=upload`);
    await choose(page, await fileOf('renamed.wav', COUNCIL.buffer));
    await page.getByRole('button', { name: 'Transcribe once more' }).press('Enter');
    await page.getByRole('article').getByRole('heading', { name: 'renamed' }).waitFor();

    await page.goto(`${application.url}/?tab=upload`);
    await choose(page, await fileOf('again.wav', COUNCIL.buffer));
    await notice
      .filter({ hasText: /You have this recording already: renamed, .* There is 1 older transcript of it\./ })
      .waitFor();
  },
);

it('follows what happens to the transcripts in other windows', async () => {
  const { application, page, ids, notice } = await withCouncil(['First', 'Second', 'Third']);
  await choose(page, await fileOf('council.wav', COUNCIL.buffer));
  await notice.filter({ hasText: /: Third, .* There are 2 older transcripts of it\./ }).waitFor();
  for (const [index, left] of [
    [2, /: Second, .* There is 1 older transcript of it\./],
    [1, /: First, [^:]*\d{4}\.$/],
  ] as const) {
    const address = `${application.url}/api/transcripts/${ids[index]}`;
    expect((await page.request.delete(address)).status()).toBe(200);
    await notice.filter({ hasText: left }).waitFor();
  }
  const last = `${application.url}/api/transcripts/${ids[0]}`;
  expect((await page.request.delete(last)).status()).toBe(200);
  await notice.waitFor({ state: 'detached' });
});

it('hashes no file whose size nobody has, and asks no more about one that is removed', async () => {
  const setup = await withCouncil(['Council meeting']);
  const { page, notice, start } = setup;
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(findKnownRecordings.path)) asked.push(request.postDataJSON());
  });
  const other = Buffer.concat([COUNCIL.buffer, Buffer.alloc(10)]);
  const workers: unknown[] = [];
  page.on('worker', (worker) => workers.push(worker));
  const answered = page.waitForResponse(`**${findKnownRecordings.path}`);
  await choose(page, await fileOf('other.wav', other));
  expect(await (await answered).json()).toMatchObject({ mayBeKnown: false });
  await start.waitFor();
  expect([asked, workers, await notice.count()]).toEqual([[{ sizeBytes: other.length }], [], 0]);

  await page.getByRole('button', { name: 'Remove file' }).press('Enter');
  await pretendSize(setup, LARGE_BYTES);
  const large = await fileOf('large.wav', randomBytes(1000));
  await truncate(large, LARGE_BYTES);
  const [worker] = await Promise.all([page.waitForEvent('worker'), choose(page, large)]);
  await notice.filter({ hasText: 'You may have this recording already. Comparing it…' }).waitFor();
  // Nothing waits for the comparison.
  expect(await start.isEnabled()).toBe(true);
  const ended = worker.waitForEvent('close');
  await page.getByRole('button', { name: 'Remove file' }).press('Enter');
  await ended;
  expect(await notice.count()).toBe(0);
  expect(asked).toEqual([{ sizeBytes: other.length }, { sizeBytes: LARGE_BYTES }]);
});

it('says how far it is with a recording of 300 MB, which can be started meanwhile', async () => {
  const setup = await withCouncil(['Council meeting']);
  const { page, notice, start } = setup;
  await pretendSize(setup, LARGE_BYTES);
  const large = await fileOf('large.wav', randomBytes(1000));
  await truncate(large, LARGE_BYTES);
  const [worker] = await Promise.all([page.waitForEvent('worker'), choose(page, large)]);
  const ended = worker.waitForEvent('close');
  await notice.filter({ hasText: /Comparing it… [1-9]\d?%/ }).waitFor();
  expect(await start.isEnabled()).toBe(true);
  await ended;
  await notice.filter({ hasText: 'You do not have this recording yet.' }).waitFor();
});

it('says nothing if it cannot find out, and the upload goes on', async () => {
  const { page, start, notice } = await withCouncil(['Council meeting'], { expectedErrors: /500|known/ });
  await page.route(`**${findKnownRecordings.path}`, (route) => route.fulfill({ status: 500, body: '{}' }));
  const refused = page.waitForResponse(`**${findKnownRecordings.path}`);
  await choose(page, await fileOf('council.wav', COUNCIL.buffer));
  await refused;
  await start.press('Enter');
  await page.getByRole('article').getByRole('heading', { name: 'council' }).waitFor();
  expect(await notice.count()).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('does not compare when asked not to', async () => {
  const setup = await withCouncil(['Council meeting']);
  const { page, notice, start } = setup;
  await pretendSize(setup, LARGE_BYTES);
  const large = await fileOf('large.wav', randomBytes(1000));
  await truncate(large, LARGE_BYTES);
  const [worker] = await Promise.all([page.waitForEvent('worker'), choose(page, large)]);
  const ended = worker.waitForEvent('close');
  await page.getByRole('button', { name: 'Do not compare' }).press('Enter');
  await ended;
  expect(await notice.count()).toBe(0);
  expect(await start.isEnabled()).toBe(true);
});

/** Adds files to the queue with the keyboard. */
async function addToQueue(page: Page, paths: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add files' }).focus();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles([...paths]);
}

it('asks in the queue about a file that is known, and goes on with the others meanwhile', async () => {
  const { page } = await withCouncil(['Council meeting'], { width: 375 });
  const path = await haveFiles('other.wav', 'third.wav');
  const known = await fileOf('council.wav', COUNCIL.buffer);
  await addToQueue(page, [known, path('other.wav'), path('third.wav')]);
  const row = rowOf(page, 'council.wav');
  await row.getByText(/You have this recording already: Council meeting, .*\d{4}\./).waitFor();
  await row.getByText('Waits for your choice').waitFor();
  expect(await queue(page).getByText('Waits for your choice').count()).toBe(1);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  // What needs a choice comes first, and is not among those that are started.
  expect(await rows(page).locator('p:first-child').first().textContent()).toBe('council.wav');
  await button(page, 'Start 2 files').press('Enter');
  await uploaded(page, '2 of 3 uploaded');
  expect(await titles(page)).toEqual(['Council meeting', 'other', 'third']);

  await button(page, 'Leave out: council.wav').press('Enter');
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await row.getByRole('link', { name: 'Open it: the transcript of council.wav' }).waitFor();
  await button(page, 'Transcribe once more: council.wav').press('Enter');
  await uploaded(page, '3 of 3 uploaded');
  expect(await titles(page)).toEqual(['Council meeting', 'council', 'other', 'third']);
});

it('opens the transcript from the queue, and sends the file by itself once that is deleted', async () => {
  const { application, page, ids } = await withCouncil(['Council meeting']);
  await addToQueue(page, [await fileOf('council.wav', COUNCIL.buffer)]);
  await queue(page).getByRole('link', { name: 'Open it: the transcript of council.wav' }).press('Enter');
  await page.getByRole('article').getByRole('heading', { name: 'Council meeting' }).waitFor();
  await page.goBack();
  await rowOf(page, 'council.wav').getByText('Waits for your choice').waitFor();
  const address = `${application.url}/api/transcripts/${ids[0]}`;
  expect((await page.request.delete(address)).status()).toBe(200);
  await button(page, 'Start 1 file').press('Enter');
  await uploaded(page, '1 of 1 uploaded');
});

it('notices the same recording twice in one drop, and asks about all of them at once', async () => {
  const { page } = await withCouncil(['Council meeting']);
  const talk = await wavRecording(4000);
  await addToQueue(page, [
    await fileOf('council.wav', COUNCIL.buffer),
    await fileOf('talk.wav', talk),
    await fileOf('copy of talk.wav', talk),
  ]);
  await rowOf(page, 'copy of talk.wav')
    .getByText('The same recording as talk.wav, which is in this queue.')
    .waitFor();
  await queue(page).getByText('2 files with recordings that you have already').waitFor();
  await expectAccessible(page);
  await button(page, 'Leave them out').press('Enter');
  await expect.poll(() => rows(page).count()).toBe(1);
  await button(page, 'Start 1 file').press('Enter');
  await uploaded(page, '1 of 1 uploaded');
  expect(await titles(page)).toEqual(['Council meeting', 'talk']);
});
