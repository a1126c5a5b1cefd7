import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectGood, focusedName, haveAccount, openPage } from '#tests/support/browser.ts';
import { haveTranscript } from '#tests/support/finished-transcript.ts';
import { startLoopback } from '#tests/support/loopback.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// Searching in a project: transcripts, articles and notes, by the keyboard.
const sentence = (number: number) => `In ${1700 + number} the wheel of the mill was mended by the carpenter.`;
const ARTICLE = `<!doctype html><html lang="en"><head><title>The old mill</title></head><body><article><h1>The old mill</h1>
  ${Array.from({ length: 60 }, (_, at) => `<p>${at === 50 ? 'The spring flood took the weir away.' : sentence(at)}</p>`).join('')}
  </article></body></html>`;

const application = await sharedApplication();
const { url, browser } = application;
const site = await startLoopback((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(ARTICLE);
}, application.ports.articles);
const file = { name: 'Talk with the miller.wav', buffer: await wavRecording(31_000) };
afterAll(() => site.close());

const post = async (page: Page, path: string, data: object) =>
  (await page.request.post(`${url}${path}`, { data })).json();

it('finds what is said, written and noted in a project, and leads there and back', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  const transcriptId = await haveTranscript(page, application, file);
  const { id } = await post(page, '/api/projects', { name: 'River heritage' });
  await post(page, '/api/projects/assign', { transcriptIds: [transcriptId], projectId: id });
  await post(page, '/api/articles/web', { url: `${site.url}/mill`, projectId: id });
  await page.goto(`${url}/projects/${id}`);
  const box = page.getByRole('searchbox', { name: 'Search this project' });
  await box.click();
  await page.keyboard.type('xyzzy');
  await page.getByText('No matches found for "xyzzy"').waitFor();
  await expectGood(page);
  await page.keyboard.press('Escape');
  await page.getByText('No matches found').waitFor({ state: 'detached' });
  await page.keyboard.type('WEIR away');
  const found = page.getByRole('region', { name: 'Search this project' });
  await found.getByText('1 article', { exact: true }).waitFor();
  const place = found.getByRole('button', { name: /The spring flood took the weir away\./ });
  await place.press('Enter');
  const reading = page.getByRole('dialog', { name: 'The old mill' });
  await reading
    .locator('mark')
    .getByText(/weir away/)
    .waitFor();
  await page.keyboard.press('Escape');
  await reading.waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toMatch(/The spring flood took the weir away/);
  expect(await page.getByRole('tab', { name: /^Transcripts/ }).getAttribute('aria-selected')).toBe('true');
  await box.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('budget');
  await found.getByText('1 transcript', { exact: true }).waitFor();
  await expectGood(page);
  await found
    .getByRole('button', { name: /^0:\d\d.*budget/i })
    .first()
    .press('Enter');
  await page.waitForURL(new RegExp(`/transcript/${transcriptId}\\?t=`));
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
});
