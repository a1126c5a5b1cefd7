import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import {
  copiedText,
  currentTime,
  openPage,
  signUpByScreen,
  upload,
  watchFor,
  watchJumps,
} from '#tests/support/browser.ts';
import { wavOf } from '#tests/support/recordings.ts';
import { joinSounds, silence, speak } from '#tests/support/speak.ts';

// The story of the README on the real application: its own database, its own speech recognition, a real browser.
const { url, browser, close } = await openApplication({ isEmbedded: true, env: { SPEECH_ENGINE: 'local' } });
const talk = await wavOf(
  joinSounds(
    await speak('The committee met on Tuesday morning to talk about the garden.'),
    silence(1200),
    await speak('Nobody had read the long report before the meeting began.', { voice: 'rms' }),
    silence(1200),
    await speak('We will plant twenty apple trees behind the school in the spring.'),
  ),
);
afterAll(close);

const words = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Play from/ }) });
const result = (page: Page) => page.getByRole('article');

it('goes from the landing page to a transcript that plays, follows, is searched, renamed, copied, exported and deleted', async () => {
  const page = await openPage(browser, { expectedErrors: /404/ });
  await page.goto(url);
  await page
    .getByRole('link', { name: /sign in|get started|start/i })
    .first()
    .click();
  await page.waitForURL('**/sign-in');
  await signUpByScreen(page, url);
  await page.getByText('No transcript selected').waitFor();
  await page.getByText('No Transcripts Yet').waitFor();

  const seen = await watchFor(page, 'main', 'Processing Transcript...');
  await upload(page, { name: 'garden talk.wav', mimeType: 'audio/wav', buffer: talk });
  await result(page).getByRole('heading', { name: 'garden talk' }).waitFor({ timeout: 60_000 });
  await expect.poll(seen).toEqual(['Processing Transcript...']);
  expect(await words(page).allTextContents()).toSatisfy(
    (texts: string[]) => /garden/i.test(texts.join(' ')) && /long report/i.test(texts.join(' ')),
  );

  // A click on a time plays from there; the text follows.
  const last = words(page).last();
  const jumpedTo = await watchJumps(page);
  await last.getByRole('button', { name: /^Play from/ }).click();
  const from = Number(/(\d+):(\d+)/.exec((await last.getByRole('button').first().textContent()) ?? '')?.[2]);
  await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(from);
  await expect.poll(async () => Math.floor(await jumpedTo())).toBe(from);
  await page.getByRole('button', { name: 'Pause' }).first().click();
  await page.getByRole('button', { name: 'Back 10 seconds' }).first().click();
  await expect.poll(() => currentTime(page)).toBeLessThan(Math.max(0.5, from - 8));

  // Search jumps to the second.
  await page.getByRole('searchbox', { name: 'Search all transcripts' }).pressSequentially('LONG report');
  await page
    .locator('mark')
    .filter({ hasText: /long report/i })
    .first()
    .click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(3);

  // Rename, optimistic and kept.
  await page.getByRole('button', { name: 'Edit title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).pressSequentially('  Garden meeting ');
  await page.keyboard.press('Enter');
  await page.getByText('Transcript title updated successfully').first().waitFor();
  await result(page).getByRole('heading', { name: 'Garden meeting', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Copied!').first().waitFor();
  await copiedText(page, /Garden meeting[\s\S]*garden/i);

  expect(await exported(page, 'TXT')).toMatch(/^Garden meeting\n\n\[0:0\d\] Speaker 1: /);
  expect(await exported(page, 'SRT')).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n/);

  // The address keeps the place.
  await page.reload();
  await result(page).getByRole('heading', { name: 'Garden meeting', exact: true }).waitFor();
  const id = /transcript=(\d+)/.exec(page.url())?.[1];
  await page.goto(`${url}/transcript/${id}?t=6`);
  await expect.poll(() => currentTime(page)).toBeCloseTo(6, 0);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete transcript' }).click();
  await page.getByText('Transcript deleted').first().waitFor();
  await page.goto(`${url}/transcript/${id}`);
  await page.getByText('Transcript not found.').waitFor();

  await page.getByRole('link', { name: 'Log out' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await page.request.get(`${url}/api/auth/user`)).status()).toBe(401);
});

async function exported(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: new RegExp(format) }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}
