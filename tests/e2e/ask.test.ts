import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectGood, focusedName, haveAccount, openPage } from '#tests/support/browser.ts';
import { haveTranscript } from '#tests/support/finished-transcript.ts';
import { startLoopback } from '#tests/support/loopback.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// Questions over the whole library, without any AI key.
const ARTICLE = `<!doctype html><html lang="en"><head><title>The lighthouse and the thrushes</title></head><body><article>
  <h1>The lighthouse and the thrushes</h1>${Array.from(
    { length: 12 },
    (_, at) =>
      `<p>In year ${at + 1} the keeper wrote down how many thrushes circled the lamp, and which of them the wind took away.</p>`,
  ).join('')}</article></body></html>`;

const application = await sharedApplication();
const { url, browser } = application;
const site = await startLoopback((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(ARTICLE);
}, application.ports.articles);
const recording = { name: 'harbour.wav', buffer: await wavRecording(31_000) };
afterAll(() => site.close());

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const question = (page: Page) => page.getByLabel('Your question');

it('is reached from the library and by the keyboard, and says what to do while there is nothing to ask about', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  await page.goto(`${url}/library`);
  await page.getByRole('link', { name: 'Ask your library' }).press('Enter');
  await page.getByRole('heading', { name: 'Ask your library', level: 1 }).waitFor();
  await page.getByText('Nothing to ask about yet').waitFor();
  await expectGood(page);
  await haveTranscript(page, application, recording);
  await page.goto(url);
  await page.getByRole('searchbox', { name: 'Search all transcripts' }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await expect.poll(() => focusedName(page)).toBe('Recording, project, page or action');
  await page.keyboard.type('what about the harbour');
  await page.getByRole('option', { name: /^Ask: what about the harbour/ }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  // Nothing is sent before the person says so.
  await expect.poll(() => question(page).inputValue()).toBe('what about the harbour');
  expect(await focusedName(page)).toBe('Your question');
  await log(page).getByText('Ask about everything in your library').waitFor();
  await page.keyboard.press('Enter');
  await log(page)
    .getByText(/^Read the transcript$/)
    .waitFor();
});

it('answers from recordings and articles, says what was read, and opens both', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  const id = await haveTranscript(page, application, recording);
  const project = await (await page.request.post(`${url}/api/projects`, { data: { name: 'Coast' } })).json();
  const added = await page.request.post(`${url}/api/articles/web`, {
    data: { projectId: project.id, url: `${site.url}/thrushes` },
  });
  expect(added.ok()).toBe(true);
  await page.goto(`${url}/ask`);
  await page.getByText('1 transcript and 1 article to ask about').waitFor();
  await question(page).click();
  await page.keyboard.type('How many thrushes circled the lamp?');
  await page.keyboard.press('Enter');
  const cited = log(page).getByRole('button', {
    name: /^The lighthouse and the thrushes: “.*read in the article/,
  });
  await cited.first().press('Enter');
  const reading = page.getByRole('dialog', { name: 'The lighthouse and the thrushes' });
  await reading.locator('mark').first().waitFor();
  await page.keyboard.press('Escape');
  await reading.waitFor({ state: 'detached' });
  await expect.poll(() => focusedName(page)).toMatch(/^The lighthouse and the thrushes: /);
  await expectGood(page);
  const read = log(page).getByText('Read the transcript and the article', { exact: true });
  await read.press('Enter');
  const listed = log(page).getByRole('link', { name: 'harbour, opens in a new tab' });
  expect(await listed.getAttribute('href')).toBe(`/transcript/${id}`);
  await log(page)
    .getByRole('button', { name: 'The lighthouse and the thrushes', exact: true })
    .press('Enter');
  await reading.waitFor();
  await page.keyboard.press('Escape');
  // What another window asks appears here, and what was asked is still there later.
  const other = await page.context().newPage();
  await other.goto(`${url}/ask`);
  await other.getByText('How many thrushes circled the lamp?').waitFor();
  await other.getByLabel('Your question').click();
  await other.keyboard.type('What is it all about?');
  await other.keyboard.press('Enter');
  await log(page).getByText('What is it all about?').waitFor();
  await page.getByRole('button', { name: 'Clear conversation' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear conversation' }).press('Enter');
  await log(other).getByText('Ask about everything in your library').waitFor();
});
