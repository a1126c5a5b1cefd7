import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Application, query } from './application.ts';
import { focusedName, haveAccount, openPage, type PageOptions } from './browser.ts';
import { rows } from './editing.ts';
import { haveTranscript } from './finished-transcript.ts';
import { wavRecording } from './recordings.ts';

/** A recording of two speakers. */
export const recording = { name: 'talk.wav', buffer: await wavRecording(31_000) };

export const names = (page: Page) => page.locator('.segment-speaker').allTextContents();
export const nameIn = (page: Page, row: number) => rows(page).nth(row).locator('.segment-speaker');
export const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
export const isPaused = (page: Page) => page.evaluate(() => document.querySelector('audio')?.paused);

/** Presses ArrowDown until the item has the focus. */
export async function downTo(page: Page, name: string): Promise<void> {
  await expect
    .poll(async () => {
      if (!(await focusedName(page)).startsWith(name)) await page.keyboard.press('ArrowDown');
      return focusedName(page);
    })
    .toMatch(new RegExp(`^${name}`));
}

export const bar = (page: Page) => page.getByRole('region', { name: 'Words to check' });
export const toggle = (page: Page) => page.getByRole('button', { name: /words? to check$/ }).first();

/** A finished transcript in which the engine doubts two words of the first segment and one of the third. */
export async function openDoubts(application: Application, options: PageOptions = {}): Promise<Page> {
  const { url, browser } = application;
  const page = await openPage(browser, options);
  await haveAccount(page, url);
  const id = await haveTranscript(page, application, recording);
  for (const [row, word] of [
    [1, 1],
    [1, 3],
    [3, 2],
  ])
    await query(
      application,
      `update segments set words = jsonb_set(words, $2, '0.2') where id =
       (select id from segments where transcript_id = $1 order by position offset $3 limit 1)`,
      [id, [String(word), 'confidence'], Number(row) - 1],
    );
  await page.goto(`${url}/transcript/${id}`);
  await toggle(page).waitFor();
  return page;
}
