import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { query, sharedApplication } from '#tests/support/application.ts';
import { expectGood, focusedName, haveAccount, openPage } from '#tests/support/browser.ts';
import { downloadedZip, unpackZip, withDownloads } from '#tests/support/export-together.ts';
import { haveTranscript, haveTranscripts } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// Many transcripts in one ZIP file, into a file that was chosen, and what goes wrong meanwhile. The usual way: tests/e2e/export-together.test.ts.
const application = await sharedApplication();
const { url, browser } = application;
const file = { name: 'talk.wav', buffer: await wavRecording(31_000) };

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export' });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

/** Gives a person of a page a project with these transcripts, opens it, and asks to export all of them. */
async function exportProject(page: Page, transcriptIds: readonly number[], name = 'Field notes') {
  const answer = await page.request.post(`${url}/api/projects`, { data: { name } });
  const { id } = await answer.json();
  await page.request.post(`${url}/api/projects/assign`, { data: { transcriptIds, projectId: id } });
  await openExport(page, id, transcriptIds.length);
  return Number(id);
}

async function openExport(page: Page, projectId: number, count: number): Promise<void> {
  await page.goto(`${url}/projects/${projectId}`);
  await page.getByRole('checkbox', { name: `Select all (${count})` }).press('Space');
  await page.getByRole('button', { name: 'Export…' }).press('Enter');
  await button(page, `Export ${count} transcripts`).waitFor();
}

const choose = (page: Page, format: string) =>
  dialog(page).getByRole('checkbox', { name: format }).press('Space');

/**
 * Has somebody choose a file of the browser's own file system, which the page then writes as any other, and returns how to read it (null:
 * it is not there). With `failing`, the first bytes do not fit on the disk.
 */
async function withChosenFile(page: Page, { failing = false } = {}): Promise<() => Promise<Buffer | null>> {
  await page.addInitScript((isFull) => {
    const showSaveFilePicker = async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('chosen.zip', {
        create: true,
      });
      if (isFull) {
        handle.createWritable = async () => {
          const stream = await FileSystemFileHandle.prototype.createWritable.call(handle);
          stream.write = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'));
          return stream;
        };
      }
      return handle;
    };
    Object.assign(globalThis, { showSaveFilePicker });
  }, failing);
  return async () => {
    const base64 = await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle('chosen.zip').catch(() => null);
      if (!handle) return null;
      const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    });
    return base64 === null ? null : Buffer.from(base64, 'base64');
  };
}

/** Holds the request for one transcript until it is let go. */
async function hold(page: Page, id: number | undefined) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(`**/api/transcripts/${id}`);
  await page.context().route(`**/api/transcripts/${id}`, async (route) => {
    await released;
    await route.fallback();
  });
  return { asked, release };
}

it('writes two hundred transcripts, one of ten hours, into the file that was chosen', async () => {
  const page = await openPage(browser);
  const read = await withChosenFile(page);
  await haveAccount(page, url);
  const titles = Array.from({ length: 200 }, (_, index) => `Talk ${index % 50}`);
  const ids = await haveTranscripts(page, application, file, titles);
  await query(
    application,
    `insert into segments (transcript_id, position, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
      select transcript_id, position + number * 1000, user_id, speaker, start_ms + number * 31000, end_ms + number * 31000, text, normalized,
        words, timing
      from segments, generate_series(1, 1160) number where transcript_id = $1`,
    [ids[0]],
  );
  await exportProject(page, ids);
  await choose(page, 'Data (JSON)');
  await button(page, 'Export 200 transcripts').press('Enter');
  await dialog(page).getByText('200 of 200 transcripts saved in chosen.zip.').waitFor({ timeout: 240_000 });
  const { files, manifest } = unpackZip((await read()) ?? new Uint8Array());
  expect(manifest).toMatchObject({ transcriptCount: 200, fileCount: 400, failureCount: 0 });
  expect(Object.keys(files)).toHaveLength(400);
  expect(Object.keys(files)).toContain('Talk 49 (4).json');
  const long = manifest.transcripts
    .find(({ id }) => id === ids[0])
    ?.files.find(({ format }) => format === 'json');
  expect(long?.sizeBytes).toBeGreaterThan(4_000_000);
  expect(JSON.parse(String(files[long?.name ?? ''])).segments.length).toBeGreaterThan(3000);
});

it('names what somebody may no longer read, keeps the rest, and tries again what is missing', async () => {
  const owner = await openPage(browser);
  await haveAccount(owner, url, 'Grace');
  const ids = await haveTranscripts(owner, application, file, ['First', 'Second', 'Third', 'Fourth']);
  const projectId = await exportProject(owner, ids);
  const page = await withDownloads(
    await openPage(browser, { theme: 'dark', width: 375, expectedErrors: /404/ }),
  );
  await haveAccount(page, url, 'Alan');
  const join = async () => {
    const answer = await owner.request.post(`${url}/api/projects/${projectId}/generate-invite-link`, {
      data: { role: 'viewer' },
    });
    const { token } = await answer.json();
    await page.request.post(`${url}/api/invitations/accept`, { data: { token } });
  };
  await join();
  await openExport(page, projectId, 4);
  // The list has the newest first.
  const held = await hold(page, ids[1]);
  const zipping = downloadedZip(page, button(page, 'Export 4 transcripts'));
  await held.asked;
  await dialog(page).getByText('2 of 4').waitFor();
  const user = await (await page.request.get(`${url}/api/auth/user`)).json();
  await owner.request.delete(`${url}/api/projects/${projectId}/collaborators/${user.id}`);
  held.release();
  const { files, manifest } = await zipping;
  await dialog(page).getByText('2 of 4 transcripts saved in Field notes.zip.').waitFor();
  await dialog(page).getByRole('listitem').filter({ hasText: 'Second' }).waitFor();
  expect(await dialog(page).getByText('It was deleted, or you may not read it any more.').count()).toBe(2);
  await expectGood(page);
  expect(Object.keys(files)).toEqual(['Fourth.txt', 'Third.txt']);
  expect(manifest).toMatchObject({ transcriptCount: 2, fileCount: 2, failureCount: 2 });
  expect(manifest.transcripts[3]).toMatchObject({
    id: ids[0],
    title: 'First',
    files: [],
    failures: [{ format: null, reason: 'It was deleted, or you may not read it any more.' }],
  });

  // Nothing at all: no file.
  await button(page, 'Try these again').press('Enter');
  await dialog(page).getByText('Nothing could be exported, so no file was saved.').waitFor();
  await join();
  const again = await downloadedZip(page, button(page, 'Try these again'));
  expect(Object.keys(again.files)).toEqual(['Second.txt', 'First.txt']);
  await dialog(page).getByText('2 of 2 transcripts saved in Field notes.zip.').waitFor();
});

it('makes what it can of a transcript when one of its formats fails, and packs documents that open', async () => {
  const page = await withDownloads(await openPage(browser, { expectedErrors: /ERR_FAILED|Failed to fetch/ }));
  await haveAccount(page, url);
  const spoken = await haveTranscript(page, application, file);
  const silent = await haveTranscript(page, application, file);
  await query(application, "update transcripts set title = 'Silence' where id = $1", [silent]);
  await query(application, 'delete from segments where transcript_id = $1', [silent]);
  await exportProject(page, [spoken, silent]);
  for (const format of ['PDF', 'Word (DOCX)', 'Subtitles (SRT)']) await choose(page, format);
  await page.context().route(/docx-document/, (route) => route.abort());
  const { files, manifest } = await downloadedZip(page, button(page, 'Export 2 transcripts'));
  expect(Object.keys(files)).toEqual(['Silence.txt', 'Silence.pdf', 'talk.txt', 'talk.pdf', 'talk.srt']);
  const failed = { format: 'docx', reason: 'The file could not be made.' };
  expect(manifest.transcripts.map(({ failures }) => failures)).toEqual([
    [failed, { format: 'srt', reason: 'Subtitles need timestamps, and this transcript has none.' }],
    [failed],
  ]);
  await dialog(page).getByText('0 of 2 transcripts saved completely in Field notes.zip.').waitFor();
  await dialog(page).getByText('DOCX: The file could not be made.').first().waitFor();
  const pdf = await getDocumentProxy(new Uint8Array(files['talk.pdf'] ?? []));
  expect((await extractText(pdf, { mergePages: true })).text).toContain('talk');
  expect(pdf.numPages).toBeGreaterThan(0);
});

it('asks before it stops, leaves nothing behind, and says when the file cannot be written', async () => {
  const page = await openPage(browser);
  const read = await withChosenFile(page);
  await haveAccount(page, url);
  const ids = await haveTranscripts(page, application, file, ['First', 'Second']);
  const projectId = await exportProject(page, ids);
  const held = await hold(page, ids[0]);
  await button(page, 'Export 2 transcripts').press('Enter');
  await held.asked;
  await page.keyboard.press('Escape');
  await dialog(page).getByText('Stop? No file is saved then.').waitFor();
  await expectGood(page);
  // What was pressed before presses nothing now.
  await page.keyboard.press('Enter');
  await button(page, 'Continue').press('Enter');
  await dialog(page).getByText('1 of 2').waitFor();
  await button(page, 'Cancel').press('Enter');
  await button(page, 'Stop').press('Enter');
  await dialog(page).getByText('Stopped. No file was saved.').waitFor();
  held.release();
  await expect.poll(read).toBeNull();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await focusedName(page)).toBe('Export…');

  const other = await openPage(browser);
  await withChosenFile(other, { failing: true });
  await other.context().addCookies(await page.context().cookies());
  await openExport(other, projectId, 2);
  await button(other, 'Export 2 transcripts').press('Enter');
  await dialog(other)
    .getByText('The file could not be written, so none was saved. Is there enough room for it?')
    .waitFor();
  await expectGood(other);
});
