import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openApplication } from '#tests/support/application.ts';
import {
  currentTime,
  focusedName,
  launchBrowser,
  openPage,
  signUpByScreen,
  upload,
  watchJumps,
} from '#tests/support/browser.ts';
import { FIRST, field, rows, saved, shown, textOf } from '#tests/support/editing.ts';
import { launchFirefox } from '#tests/support/firefox.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// A user's whole story with real key presses and clicks, in the browsers that people use.
const BROWSERS = [
  { name: 'Chromium', launch: () => launchBrowser(), savedFile: savedByChromium },
  { name: 'Firefox', launch: launchFirefox, savedFile: savedByFirefox },
];

const SECOND = 'budget is two hundred dollars. Who will write the report? I can';
const CORRECTED = `${SECOND} Good morning.`;

const recording = await wavRecording(31_000);
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first();
const inputValue = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).inputValue();

describe.each(BROWSERS)('in $name', ({ launch, savedFile }) => {
  it('goes through the whole story from signing up to signing out with real key presses', async () => {
    const { url, browser, folder, close } = await openApplication({ isEmbedded: true, launch });
    onTestFinished(close);
    const page = await openPage(browser);

    await signUpByScreen(page, url);
    await upload(page, { name: 'plan.wav', mimeType: 'audio/wav', buffer: recording });
    await page.getByRole('article').getByRole('heading', { name: 'plan', exact: true }).waitFor();
    await rows(page).nth(3).waitFor();
    const before = await shown(page);

    expect(before.slice(0, 2)).toEqual([FIRST, SECOND]);

    // Clicking a word plays from where it was said.
    const jumpedTo = await watchJumps(page);
    const row = rows(page).nth(1);
    const from = secondsOf(await row.getByRole('button', { name: /^Play from/ }).textContent());
    await textOf(row).click({ position: { x: 4, y: 10 } });
    await expect.poll(async () => Math.floor(await jumpedTo())).toBe(from);
    await expect.poll(() => currentTime(page)).toBeGreaterThan(from + 0.3);
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();

    // Correct the row that was heard.
    await page.keyboard.press('e');
    await expect.poll(() => focusedName(page)).toBe('Text at 0:05');
    await page.keyboard.press('End');
    await saved(page, () => page.keyboard.type(' Good morning.'));
    expect(await field(page).inputValue()).toBe(CORRECTED);
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await shown(page))[1]).toBe(CORRECTED);

    // Find and replace: each field keeps what is typed into it.
    await page.keyboard.press('Control+h');
    await expect.poll(() => focusedName(page)).toBe('Find');
    await page.keyboard.type('morning');
    await page.getByText('1 of 1').waitFor();
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toBe('Replace with');
    await page.keyboard.type('evening');
    expect(await inputValue(page, 'Find')).toBe('morning');
    expect(await inputValue(page, 'Replace with')).toBe('evening');
    await saved(page, () => page.getByRole('button', { name: 'Replace all' }).click());
    await toast(page, 'Replaced 1 place in 1 segment').waitFor();
    await expect.poll(async () => (await shown(page))[1]).toBe(`${SECOND} Good evening.`);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await shown(page))[1]).toBe(CORRECTED);
    await page.getByRole('textbox', { name: 'Find', exact: true }).click();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Rename Speaker 2' }).click();
    await page.keyboard.type('Marie Curie');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename Marie Curie' }).waitFor();

    await page.getByRole('button', { name: 'AI Chat' }).click();
    await page.getByLabel('Your question').click();
    await page.keyboard.type('What is the budget?');
    await page.keyboard.press('Enter');
    const log = page.getByRole('log', { name: 'Conversation' });
    await log.getByText('What is the budget?').waitFor();
    await log
      .getByText(/two hundred dollars/)
      .first()
      .waitFor();
    await log
      .getByRole('button', { name: /^Jump to/ })
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Share', exact: true }).first().click();
    await page.getByRole('button', { name: 'Generate Link' }).click();
    await toast(page, 'Link Generated!').waitFor();
    expect(await inputValue(page, 'Public link')).toMatch(/\/share\/[\w-]{22}$/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Export' }).click();
    const text = await savedFile(page, folder, 'plan.txt', () =>
      page.getByRole('menuitem', { name: /TXT/ }).click(),
    );
    expect(text).toContain(`Marie Curie: ${CORRECTED}`);

    await page.getByRole('link', { name: 'Log out' }).click();
    await page.getByRole('link', { name: 'Start transcribing' }).waitFor();
  });
});

/** '≈0:05' as seconds. */
function secondsOf(time: string | null): number {
  const [, minutes, seconds] = /(\d+):(\d+)/.exec(time ?? '') ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

type Act = () => Promise<void>;

async function savedByChromium(page: Page, _: string, name: string, act: Act): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  expect(download.suggestedFilename()).toBe(name);
  return readFile(await download.path(), 'utf8');
}

async function savedByFirefox(_: Page, folder: string, name: string, act: Act): Promise<string> {
  await act();
  const read = () => readFile(join(folder, name), 'utf8').catch(() => '');
  await expect.poll(read).not.toBe('');
  return read();
}
