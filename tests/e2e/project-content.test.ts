import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import {
  copiedText,
  expectAccessible,
  expectNoSideScroll,
  focusedName,
  haveAccount,
  openPage,
} from '#tests/support/browser.ts';
import { haveTranscript } from '#tests/support/finished-transcript.ts';
import { startLoopback } from '#tests/support/loopback.ts';
import { makePdf } from '#tests/support/pdfs.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// The content of a project and the conversation about it, without any AI key.
const HOSTILE = '<img src=x onerror=alert(1)>';
const FLOOD = 'The spring flood of 1911 took the weir away, and no miller came back to mend it.';
const sentence = (number: number) =>
  `In ${1700 + number} the wheel was mended by the carpenter from the village, who was paid in flour.`;
const PAGE = `<!doctype html><html lang="en"><head><title>How the old mill lost its water</title>
  <meta name="author" content="Ada Byron"><meta property="og:site_name" content="The River Review">
  <script>alert(1)</script></head><body><article><h1>How the old mill lost its water</h1>
  ${Array.from({ length: 60 }, (_, number) => `<p>${number === 40 ? FLOOD : sentence(number)} ${sentence(number + 100)}</p>`).join('\n')}
  <p>At the end someone wrote &lt;img src=x onerror=alert(1)&gt; on its wall, and <a href="javascript:alert(1)">nobody</a> knows why.</p>
  </article></body></html>`;
const WALL = `<!doctype html><html><head><title>For readers who pay</title>
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","isAccessibleForFree":false}</script></head>
  <body><article><h1>For readers who pay</h1><p>The beginning.</p></article></body></html>`;

const application = await sharedApplication();
const { url, browser } = application;
const site = await startLoopback(({ path }, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(path === '/paid' ? WALL : PAGE);
}, application.ports.articles);
const recording = await wavRecording(31_000);

afterAll(() => site.close());

const post = async (page: Page, path: string, data: object) =>
  (await page.request.post(`${url}${path}`, { data })).json();
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(text, { exact: true });
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const log = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const question = (page: Page) => page.getByLabel('Your question');

/** Opens a tab of a new project for somebody who is signed in; answers the project's id. */
async function withProject(page: Page, open: string): Promise<number> {
  page.on('dialog', () => expect.unreachable('a script ran'));
  await haveAccount(page, url);
  const { id } = await post(page, '/api/projects', { name: 'River heritage' });
  await page.goto(`${url}/projects/${id}?tab=${open}`);
  return id;
}

/** Where the middle of the marked passage is in what scrolls around it: 0.5 is the middle. */
const placeOfMark = (page: Page) =>
  page.evaluate(() => {
    const mark = document.querySelector('[role="dialog"] mark')?.getBoundingClientRect();
    const text = document.querySelector('[role="dialog"] section')?.getBoundingClientRect();
    return mark && text ? ((mark.top + mark.bottom) / 2 - text.top) / text.height : -1;
  });

it('adds a web page and a PDF to a project, reads them as plain text, and deletes one', async () => {
  const page = await openPage(browser, { expectedErrors: /422/ });
  await withProject(page, 'articles');
  await page.getByText('No articles yet').waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add Article' }).click();
  await page.getByText('Please enter a valid URL').waitFor();
  expect(await focusedName(page)).toBe('Article URL');
  await page.keyboard.type(`${site.url}/paid`);
  await page.keyboard.press('Enter');
  await toast(page, 'This article is behind a paywall. Please upload a PDF copy instead.').waitFor();
  await page.getByRole('button', { name: 'Upload a PDF copy' }).click();
  expect(await tab(page, 'PDF Upload').getAttribute('aria-selected')).toBe('true');
  await page.getByRole('button', { name: 'Upload PDF', exact: true }).click();
  await page.getByText('Please select a PDF file').waitFor();
  const chooser = page.getByLabel('PDF to upload');
  await chooser.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await page.getByText('Only PDF files are allowed').waitFor();
  const weir = ['The weir at dawn', ...Array.from({ length: 20 }, (_, number) => sentence(number))];
  await chooser.setInputFiles({ name: 'mill.pdf', mimeType: 'application/pdf', buffer: makePdf([weir]) });
  await page.getByRole('button', { name: 'Upload PDF', exact: true }).click();
  await toast(page, 'Article added').waitFor();
  await page.getByRole('heading', { name: 'Articles (1)' }).waitFor();

  await tab(page, 'Web Article (URL)').click();
  const articles = page.getByRole('region', { name: /^Articles/ });
  await page.getByLabel('Article URL').fill(`${site.url}/mill`);
  await page.keyboard.press('Enter');
  const card = articles.getByRole('listitem').filter({ hasText: 'How the old mill lost its water' });
  await card.getByText('Web', { exact: true }).waitFor();
  await tab(page, 'Articles (2)').waitFor();
  expect(await card.textContent()).toMatch(/Ada Byron.*The River Review/);

  await card.getByRole('button', { name: /^Read/ }).click();
  await dialog(page).getByText(HOSTILE).waitFor();
  expect(await dialog(page).locator('img, script, iframe').count()).toBe(0);
  const links = await dialog(page)
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
    );
  expect(links).toEqual([[`${site.url}/mill`, '_blank', 'noopener noreferrer']]);
  await expectAccessible(page);
  // The text has the focus, so the keyboard scrolls it.
  await page.keyboard.press('End');
  const text = dialog(page).getByRole('region', { name: 'Text of the article' });
  await expect.poll(() => text.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(500);
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedName(page)).toBe('Read How the old mill lost its water');

  // Another title, by the keyboard, of which the tab's other window hears.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await page.getByRole('button', { name: 'Rename How the old mill lost its water' }).press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Title of How the old mill lost its water');
  await page.keyboard.type('The mill and the flood');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Rename The mill and the flood');
  await other.getByRole('heading', { name: 'The mill and the flood' }).waitFor();
  await other.close();
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Delete (?!The mill)/ }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete Article?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('heading', { name: 'Articles (1)' }).waitFor();
});

it('answers from both kinds of sources, leads to the cited passage and back, and lets members read along', async () => {
  const page = await openPage(browser, { expectedErrors: /500/ });
  page.on('dialog', () => expect.unreachable('a script ran'));
  await haveAccount(page, url);
  const talk = { name: 'Talk with the miller.wav', buffer: recording };
  const transcriptId = await haveTranscript(page, application, talk);
  const { id } = await post(page, '/api/projects', { name: 'River heritage' });
  await page.goto(`${url}/projects/${id}?tab=chat`);
  await page.getByText('No Content for AI Chat').waitFor();
  await post(page, '/api/projects/assign', { transcriptIds: [transcriptId], projectId: id });
  await post(page, '/api/articles/web', { url: `${site.url}/mill`, projectId: id });

  // What is added elsewhere appears at once. The panel is closed until somebody opens it.
  await page.getByText('1 article', { exact: true }).first().waitFor();
  await page
    .getByRole('list', { name: 'Transcripts in this chat' })
    .getByText('Talk with the miller')
    .waitFor();
  expect(await log(page).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Start Chat' }).click();
  await expect.poll(() => focusedName(page)).toBe('Your question');
  const suggestions = page.getByRole('list', { name: 'Suggested questions' }).getByRole('button');
  // In one go, as new content of the project renders the list again.
  const chosen = await suggestions.first().evaluate((button: HTMLElement) => {
    button.click();
    return button.textContent;
  });
  await expect.poll(() => question(page).inputValue()).toBe(chosen);
  await log(page).getByText('Ask about everything in this project').waitFor();

  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/chat', async (route) => {
    await held;
    await route.continue();
  });
  await question(page).fill('What did the spring flood take away?');
  await page.keyboard.press('Enter');
  await log(page).getByText('What did the spring flood take away?').waitFor();
  await log(page).getByText('Sending...').waitFor();
  await log(page).getByText('AI is thinking...').waitFor();
  expect(await question(page).isDisabled()).toBe(true);
  goOn();
  const cited = log(page).getByRole('button', { name: /weir away.*read in the article$/ });
  await cited.waitFor();
  await expect.poll(() => focusedName(page)).toBe('Your question');
  expect(await suggestions.count()).toBe(0);
  await page.keyboard.type('What is the budget in dollars?');
  await page.keyboard.press('Enter');
  const moment = log(page).getByRole('link', {
    name: /^Talk with the miller(\.wav)? 0:\d\d, opens in a new tab$/,
  });
  await moment.first().waitFor();
  await log(page)
    .getByText(/^Grace · /)
    .nth(1)
    .waitFor();
  await expectAccessible(page);
  await log(page).getByRole('button', { name: 'Copy answer' }).first().click();
  await copiedText(page, /\(“.*”, How the old mill lost its water\)/);

  // To the passage, and back to where one was reading. On a low window there is something to scroll.
  await page.setViewportSize({ width: 1280, height: 500 });
  await cited.evaluate((button) => {
    button.closest('[role="log"]')?.scrollTo(0, 40);
    scrollTo(0, 90);
  });
  const places = () => page.evaluate(() => [scrollY, document.querySelector('[role="log"]')?.scrollTop]);
  const before = await places();
  expect(before).toEqual([90, 40]);
  await cited.evaluate((button: HTMLElement) => button.click());
  await dialog(page)
    .locator('mark')
    .getByText(/weir away/)
    .waitFor();
  await expect.poll(() => placeOfMark(page)).toBeCloseTo(0.5, 1);
  expect(await page.getByRole('tab', { selected: true, includeHidden: true }).first().textContent()).toBe(
    'Articles (1)',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(places).toEqual(before);
  expect(await tab(page, 'AI Chat').getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => focusedName(page)).toMatch(/read in the article$/);

  const opened = page.waitForEvent('popup');
  await moment.first().click();
  const there = await opened;
  const [, seconds = ''] = /0:(\d\d),/.exec((await moment.first().getAttribute('aria-label')) ?? '') ?? [];
  expect(there.url()).toBe(`${url}/transcript/${transcriptId}?t=${Number(seconds)}`);
  // The passage is marked and in sight, also where it begins within the cited second; the way back leads to the project.
  const passage = there.locator('.segment[aria-current="true"]');
  await passage.waitFor();
  await passage.getByRole('button', { name: new RegExp(`^Play from ≈?0:${seconds}`) }).waitFor();
  await expect
    .poll(() =>
      passage.evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    )
    .toBe(true);
  await there.getByRole('link', { name: 'Back to Project' }).press('Enter');
  await there.waitForURL(`${url}/projects/${id}?tab=chat`);
  await log(there).waitFor();
  await there.close();

  // Somebody else reads along, on a phone.
  const { token } = await post(page, `/api/projects/${id}/generate-invite-link`, { role: 'viewer' });
  const viewer = await openPage(browser, { width: 375, theme: 'dark' });
  await haveAccount(viewer, url, 'Vic');
  await post(viewer, '/api/invitations/accept', { token });
  await viewer.goto(`${url}/projects/${id}?tab=articles`);
  await viewer.getByText('You can read these articles.').waitFor();
  await viewer.getByRole('button', { name: /^Read/ }).waitFor();
  expect(await viewer.getByRole('button', { name: /^(Add Article|Delete)/ }).count()).toBe(0);
  await tab(viewer, 'AI Chat').click();
  await log(viewer)
    .getByText(/^Grace · /)
    .nth(1)
    .waitFor();
  expect(await question(viewer).isDisabled()).toBe(true);
  await viewer.getByText('Only the owner and editors of the project can ask questions').waitFor();
  expect(await viewer.getByRole('button', { name: 'Clear conversation' }).count()).toBe(0);
  await expectAccessible(viewer);
  await expectNoSideScroll(viewer);

  await page.unroute('**/chat');
  await page.route('**/chat', (route) => route.fulfill({ status: 500, body: 'no' }));
  await question(page).fill('Who can do that by Friday?');
  await page.keyboard.press('Enter');
  await toast(page, 'Failed to send message').waitFor();
  await expect.poll(() => question(page).inputValue()).toBe('Who can do that by Friday?');
  await expect.poll(() => focusedName(page)).toBe('Your question');
  await page.unroute('**/chat');
  await question(page).press('Enter');
  await log(viewer).getByText('Who can do that by Friday?').waitFor();
  await log(viewer).getByRole('button', { name: 'Copy answer' }).nth(2).waitFor();

  // A source that is deleted since is named, and leads nowhere.
  const [{ id: articleId }] = await (await page.request.get(`${url}/api/projects/${id}/articles`)).json();
  await page.request.delete(`${url}/api/articles/${articleId}`);
  await log(viewer).getByText('(article deleted since)').first().waitFor();
  await log(page).getByText('(article deleted since)').first().waitFor();
  expect(await cited.count()).toBe(0);
  await page.getByRole('button', { name: 'Minimize' }).click();
  expect(await log(page).isVisible()).toBe(false);
});
