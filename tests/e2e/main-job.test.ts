import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  currentTime,
  expectAccessible,
  expectNoSideScroll,
  launchBrowser,
  openPage,
  signUp,
  upload,
} from '#tests/support/browser.ts';
import { encoded, wavOf } from '#tests/support/recordings.ts';
import { runServer } from '#tests/support/server.ts';
import { joinSounds, silence, speak } from '#tests/support/speak.ts';

// The story of the README on the real application: its own database, its own speech recognition, a real browser.
let browser: Browser;
let server: ReturnType<typeof runServer>;
let url = '';
let talk: Buffer;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tapescript-e2e-'));
  server = runServer(dataDir);
  url = await server.ready;
  browser = await launchBrowser();
  talk = await wavOf(
    joinSounds(
      await speak('The committee met on Tuesday morning to talk about the garden.'),
      silence(1200),
      await speak('Nobody had read the long report before the meeting began.', { voice: 'rms' }),
      silence(1200),
      await speak('We will plant twenty apple trees behind the school in the spring.'),
    ),
  );
  return async () => {
    await browser.close();
    await server.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
    // Nothing of this is a failure of the server's: it has none to write down.
    expect(server.output()).not.toMatch(/"level":[56]0/);
  };
});

const file = (name = 'garden talk.wav') => ({ name, mimeType: 'audio/wav', buffer: talk });
const words = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Play from/ }) });
const result = (page: Page) => page.getByRole('article');

describe('the main job', () => {
  it('goes from the landing page to a transcript that plays, follows, is searched, renamed, copied, exported and deleted', async () => {
    const page = await openPage(browser, { expectedErrors: /404/ });
    await page.goto(url);
    await page
      .getByRole('link', { name: /sign in|get started|start/i })
      .first()
      .click();
    await page.waitForURL('**/sign-in');
    await signUp(page, url);
    await page.getByText('No transcript selected').waitFor();
    await page.getByText('No Transcripts Yet').waitFor();

    await upload(page, file());
    await page.getByText('Processing Transcript...').waitFor();
    await result(page).getByRole('heading', { name: 'garden talk' }).waitFor({ timeout: 60_000 });
    expect(await words(page).allTextContents()).toSatisfy(
      (texts: string[]) => /garden/i.test(texts.join(' ')) && /long report/i.test(texts.join(' ')),
    );

    // A click on a time plays from there; the text follows.
    const last = words(page).last();
    await last.getByRole('button', { name: /^Play from/ }).click();
    const from = Number(
      /(\d+):(\d+)/.exec((await last.getByRole('button').first().textContent()) ?? '')?.[2],
    );
    await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(from);
    expect(await currentTime(page)).toBeLessThan(from + 2);
    await page.getByRole('button', { name: 'Pause' }).first().click();
    await page.getByRole('button', { name: 'Back 10 seconds' }).first().click();
    await expect.poll(() => currentTime(page)).toBeLessThan(Math.max(0.5, from - 8));

    // Search jumps to the second.
    await page.getByRole('searchbox', { name: 'Search all transcripts' }).fill('LONG report');
    await page
      .locator('mark')
      .filter({ hasText: /long report/i })
      .first()
      .click();
    await expect.poll(() => currentTime(page)).toBeGreaterThan(3);

    // Rename, optimistic and kept.
    await page.getByRole('button', { name: 'Edit title' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('  Garden meeting ');
    await page.keyboard.press('Enter');
    await page.getByText('Transcript title updated successfully').first().waitFor();
    await result(page).getByRole('heading', { name: 'Garden meeting', exact: true }).waitFor();

    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied!').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/Garden meeting[\s\S]*garden/i);

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

  it('plays a video, and a format that browsers do not know by its copy', async () => {
    const page = await openPage(browser);
    await signUp(page, url);
    await upload(page, { name: 'talk.avi', mimeType: 'video/x-msvideo', buffer: await encoded(talk, 'avi') });
    await result(page).getByRole('heading', { name: 'talk', exact: true }).waitFor({ timeout: 60_000 });
    await expect
      .poll(() => page.evaluate(() => document.querySelector('video')?.videoWidth ?? 0), { timeout: 30_000 })
      .toBe(160);
    await page.getByRole('button', { name: 'Play', exact: true }).first().click();
    await expect.poll(() => currentTime(page)).toBeGreaterThan(0.3);
  });

  it('can be done with the keyboard alone', async () => {
    const page = await openPage(browser);
    await signUp(page, url);
    await page.getByText('No Transcripts Yet').waitFor();
    await tabTo(page, 'Choose file');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await chooser.setFiles(file());
    await tabTo(page, 'Start Transcription');
    await page.keyboard.press('Enter');
    await result(page).getByRole('heading', { name: 'garden talk' }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
    await expect
      .poll(() => page.evaluate(() => document.querySelector('audio')?.readyState))
      .toBeGreaterThan(0);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('k');
    await expect.poll(() => currentTime(page)).toBeGreaterThan(0.2);
    await page.keyboard.press('k');
    await page.keyboard.press('l');
    await expect.poll(() => currentTime(page)).toBeGreaterThan(9);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tabTo(page, /^Play from/);
    await page.keyboard.press('Enter');
    await expect.poll(() => currentTime(page)).toBeLessThan(5);
  });

  it('works without live events, by asking', async () => {
    const page = await openPage(browser, { expectedErrors: /ERR_FAILED|api\/events/ });
    await page.route('**/api/events', (route) => route.abort());
    await signUp(page, url);
    await upload(page, file('polled.wav'));
    await result(page).getByRole('heading', { name: 'polled' }).waitFor({ timeout: 60_000 });
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([1280, 375])('every screen fits %i px and has no fault that axe finds', async (width) => {
    const page = await openPage(browser, { width, theme, expectedErrors: /401|404/ });
    const check = async () => {
      await expectNoSideScroll(page);
      await expectAccessible(page);
    };
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await check();
    await page.goto(`${url}/sign-in`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await check();
    await page.goto(`${url}/nope`);
    await page.getByText('404 Page Not Found').waitFor();
    await check();
    await signUp(page, url);
    await check();
    await page.getByLabel('Recording to upload').setInputFiles(file());
    await check();
    await page.getByRole('button', { name: 'Start Transcription' }).click();
    await result(page).getByRole('heading', { name: 'garden talk' }).waitFor({ timeout: 60_000 });
    await words(page).first().waitFor();
    await check();
    await upload(page, { name: 'text.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound in here') });
    await page.getByText('Transcription Failed').waitFor();
    await check();
  });
});

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const active = document.activeElement;
      return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
    });
    if (typeof name === 'string' ? label.trim() === name : name.test(label)) return;
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

async function exported(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: new RegExp(format) }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}
