import type { Page, Request } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/auth.ts';
import { findSimilar, searchTranscripts } from '#contract/search.ts';
import { normalizeText } from '#domain/normalize-text.ts';
import { openApplication, query } from '#tests/support/application.ts';
import {
  currentTime,
  expectGood,
  focusedName,
  haveAccount,
  openPage,
  retype,
  watchJumps,
} from '#tests/support/browser.ts';
import { Client } from '#tests/support/client.ts';
import { haveTranscript } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// Passages that are found by what they mean, with the sentence model of this machine.
const application = await openApplication({ env: { EMBEDDINGS: 'local' } });
const { url, browser } = application;
afterAll(() => application.close());
const file = { name: 'night.wav', buffer: await wavRecording(31_000) };

const QUESTION = 'being unable to fall asleep';
const SLEEPLESS = 'I lie awake until four in the morning and cannot get any rest.';

/** Gives the signed-in person a recording at whose end somebody says this, once the model has read it; returns when that is, in seconds. */
async function haveTalk(page: Page): Promise<{ id: number; start: number }> {
  const id = await haveTranscript(page, application, file);
  const [last] = await query(
    application,
    `update segments set text = $2, normalized = $3,
        words = (select jsonb_agg(jsonb_build_object('text', word, 'startMs', start_ms + 100 * place, 'endMs', start_ms + 100 * place + 90,
          'confidence', 0.9) order by place) from unnest(string_to_array($2, ' ')) with ordinality as list(word, place))
      where id = (select max(id) from segments where transcript_id = $1) returning start_ms`,
    [id, SLEEPLESS, normalizeText(SLEEPLESS)],
  );
  // Whenever a transcript is finished, the model reads what it does not know.
  const someone = await Client.signUp(url);
  await someone.until(await someone.upload(file.buffer), ({ status }) => status === 'completed');
  await expect
    .poll(() => query(application, 'select 1 from vectors where transcript_id = $1', [id]))
    .toHaveLength(1);
  return { id, start: Number(last?.start_ms) / 1000 };
}

/** What is asked of the server from now on, in order. */
function callsOf(page: Page): string[] {
  const order: string[] = [];
  const isOf = (path: string, request: Request) => new URL(request.url()).pathname === path;
  page.on('requestfinished', (request) => {
    if (isOf(searchTranscripts.path, request)) order.push('words found');
  });
  page.on('request', (request) => {
    if (isOf(findSimilar.path, request)) order.push('meaning asked');
  });
  return order;
}

const similar = (page: Page) => page.getByRole('region', { name: 'Similar passages' });

it('finds in all transcripts what was said in other words, below what was said in these, and plays it', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  const { id, start } = await haveTalk(page);
  await page.goto(url);
  const box = page.getByRole('searchbox', { name: 'Search all transcripts' });
  await retype(box, 'zz');
  await page.getByText('No matches found for "zz"').waitFor();
  expect(await similar(page).count()).toBe(0);
  const order = callsOf(page);
  await box.press('ControlOrMeta+a');
  // At once: letter by letter it could be asked in parts.
  await page.keyboard.insertText(QUESTION);
  const passage = similar(page).getByRole('button', { name: /night.*I lie awake until four/ });
  await passage.waitFor();
  // The words never wait for it, and it is not a match.
  expect(order).toEqual(['words found', 'meaning asked']);
  await page.getByText(`No matches found for "${QUESTION}"`).waitFor();
  expect(await passage.locator('mark').allTextContents()).toEqual([SLEEPLESS]);
  await expectGood(page);
  await passage.click();
  await page.waitForURL(new RegExp(`transcript=${id}&t=`));
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(start);
  await box.click();
  await box.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await similar(page).waitFor({ state: 'detached' });
});

it('finds it in the transcript itself, and plays it from there', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  const { id, start } = await haveTalk(page);
  await page.goto(`${url}/transcript/${id}`);
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Find by meaning' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Find by meaning' });
  await expect.poll(() => focusedName(page)).toBe('What is said');
  await page.keyboard.type('Which satellites does Jupiter have?');
  await dialog.getByText('Nothing like it is said here.').waitFor();
  await retype(dialog.getByRole('searchbox'), QUESTION);
  const place = dialog.getByRole('button', { name: /I lie awake until four/ });
  await place.waitFor();
  await expectGood(page);
  const jumpedTo = await watchJumps(page);
  await place.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => currentTime(page)).toBeGreaterThan(start);
  expect(await jumpedTo()).toBeCloseTo(start, 1);
  await page.getByRole('button', { name: 'Pause', exact: true }).first().waitFor();
});

it('leads there from the palette', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  await haveTalk(page);
  await page.goto(`${url}/library`);
  await page.getByRole('heading', { name: 'Transcript Library' }).waitFor();
  await page.keyboard.press('Control+k');
  await expect.poll(() => focusedName(page)).toBe('Recording, project, page or action');
  await page.keyboard.type(QUESTION);
  await page.getByRole('option', { name: `By meaning: ${QUESTION}` }).click();
  const box = page.getByRole('searchbox', { name: 'Search all transcripts' });
  expect(await box.inputValue()).toBe(QUESTION);
  await similar(page)
    .getByRole('button', { name: /I lie awake until four/ })
    .waitFor();
  // What is typed then replaces it, in the address, too.
  await box.press('End');
  await box.pressSequentially('?');
  expect(await box.inputValue()).toBe(`${QUESTION}?`);
  await page.waitForURL(`${url}/`);
});

it('is offered to those who may only read, and on phones', async () => {
  const owner = await openPage(browser);
  await haveAccount(owner, url);
  const { id, start } = await haveTalk(owner);
  const viewer = await openPage(browser, { width: 375, theme: 'dark' });
  await haveAccount(viewer, url, 'Vic');
  await query(
    application,
    `with made as (insert into projects (name, color) values ('Night', '#3b82f6') returning id)
      , joined as (insert into members (project_id, user_id, role) select made.id, person.id, person.role from made,
          (select user_id as id, 'owner' as role from transcripts where id = $1 union all values ($2::integer, 'viewer')) person)
      update transcripts set project_id = made.id from made where transcripts.id = $1`,
    [id, (await (await viewer.request.get(url + getCurrentUser.path)).json()).id],
  );
  for (const page of [owner, viewer]) {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`${url}/transcript/${id}`);
    await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
    if (page === owner) await page.getByRole('button', { name: 'Find and replace' }).click();
    await page.getByRole('button', { name: 'Find by meaning' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find by meaning' });
    await retype(dialog.getByRole('searchbox'), QUESTION);
    await dialog.getByRole('button', { name: /I lie awake until four/ }).click();
    await expect.poll(() => currentTime(page)).toBeGreaterThan(start);
    await expectGood(page);
  }
});

it('answers a question in other words about the whole library, with the moment that plays', async () => {
  const page = await openPage(browser);
  await haveAccount(page, url);
  const { id, start } = await haveTalk(page);
  await page.goto(`${url}/ask`);
  const box = page.getByLabel('Your question');
  await box.click();
  await page.keyboard.type('Does anybody suffer from insomnia at night?');
  await page.keyboard.press('Enter');
  const cited = page.getByRole('link', { name: /^night .*opens in a new tab/ });
  await cited.first().waitFor();
  expect(await page.getByRole('log').textContent()).toContain('I lie awake until four in the morning');
  const seconds = Math.floor(start);
  const right = page.locator(`a[href^="/transcript/${id}?t=${seconds}"]`).first();
  const [opened] = await Promise.all([page.waitForEvent('popup'), right.press('Enter')]);
  await opened.getByRole('button', { name: 'Play', exact: true }).first().click();
  await expect.poll(() => currentTime(opened)).toBeGreaterThan(seconds);
});
