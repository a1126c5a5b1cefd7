import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { Article } from '#contract/articles.ts';
import { sharedApplication } from '#tests/support/application.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  focusedName,
  haveAccount,
  openPage,
} from '#tests/support/browser.ts';
import { startLoopback } from '#tests/support/loopback.ts';
import { newspaperPage } from '#tests/support/page-double.ts';
import { longPdf, makePdf, makePdfBomb } from '#tests/support/pdfs.ts';
import { withOwnProject } from '#tests/support/projects.ts';
import { storedKeys } from '#tests/support/stored-keys.ts';
import { uploadPdf } from '#tests/support/upload-pdf.ts';

// What may go wrong with the articles of a project.
const { url, browser, ports } = await sharedApplication();
const site = await startLoopback((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(newspaperPage());
}, ports.articles);
afterAll(() => site.close());

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text, { exact: true });

it('says what failed, and keeps what was typed, chosen or there', async () => {
  const page = await openPage(browser, { width: 375, theme: 'dark', expectedErrors: /500/ });
  const refuse = (path: string, method: string) =>
    page.route(path, (route) =>
      route.request().method() === method ? route.fulfill({ status: 500, body: 'no' }) : route.fallback(),
    );
  await haveAccount(page, url);
  const post = async (path: string, data: object) =>
    (await page.request.post(`${url}${path}`, { data })).json();
  const { id } = await post('/api/projects', { name: 'River heritage' });
  await refuse('**/api/projects/*/articles*', 'GET');
  await page.goto(`${url}/projects/${id}?tab=articles`);
  await page.getByText('The articles could not be loaded.').waitFor();
  await page.unroute('**/api/projects/*/articles*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No articles yet').waitFor();

  await refuse('**/api/articles/web', 'POST');
  await page.getByLabel('Article URL').fill('example.org/mill');
  await page.keyboard.press('Enter');
  await toast(page, 'Failed to add article').waitFor();
  expect(await page.getByLabel('Article URL').inputValue()).toBe('example.org/mill');

  await page.getByRole('tab', { name: 'PDF Upload' }).click();
  await refuse('**/api/articles/upload-pdf', 'POST');
  const buffer = makePdf([['The weir at dawn']]);
  await page
    .getByLabel('PDF to upload')
    .setInputFiles({ name: 'mill.pdf', mimeType: 'application/pdf', buffer });
  const send = page.getByRole('button', { name: 'Upload PDF', exact: true });
  await send.click();
  await toast(page, 'Failed to upload PDF').waitFor();
  await page.unroute('**/api/articles/upload-pdf');
  await page.route('**/api/articles/upload-pdf', () => undefined);
  await send.click();
  await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('mill.pdf').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Upload PDF');

  await page.unroute('**/api/articles/web');
  await post('/api/articles/web', { url: `${site.url}/depth`, projectId: id });
  await refuse('**/api/articles/*', 'DELETE');
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Failed to delete article').waitFor();
  await page.getByRole('heading', { name: 'Articles (1)' }).waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

describe('a PDF', () => {
  it('of 500 pages is read, a bomb is ended, and the server answers others meanwhile', async () => {
    const test = await withOwnProject();
    const { app, ann, eve, id } = test;
    const work = [
      uploadPdf(ann, { file: longPdf(500), projectId: id }),
      uploadPdf(eve, { file: makePdfBomb(600), projectId: id }),
    ];
    let isDone = false;
    const done = Promise.all(work).finally(() => {
      isDone = true;
    });
    let answered = 0;
    while (!isDone) {
      expect((await app.inject('/api/health')).statusCode).toBe(200);
      answered += 1;
    }
    const [long, bomb] = await done;
    expect(Article.parse(long?.json())).toMatchObject({ title: 'A Long Work', metadata: { pageCount: 500 } });
    expect(bomb?.json()).toMatchObject({ code: 'pdf_too_complex' });
    // Thousands, unless this thread or a queue is busy with the files.
    expect(answered).toBeGreaterThan(100);
    expect(await storedKeys(test)).toHaveLength(1);
  });
});
