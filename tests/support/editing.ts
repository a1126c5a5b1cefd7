import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Application } from './application.ts';
import { focusedName, haveAccount, openPage, type PageOptions } from './browser.ts';
import { openTranscript } from './finished-transcript.ts';
import { wavRecording } from './recordings.ts';

const recording = await wavRecording(60_000);

export const rows = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Play from/ }) });
export const textOf = (row: Locator) => row.locator('.segment-words').first();
export const field = (page: Page) => page.getByRole('textbox', { name: /^Text at/ });
/** Begins editing, and is not there while somebody edits. */
export const editButton = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true });
/** Ends it. */
export const doneButton = (page: Page) => page.getByRole('button', { name: 'Done', exact: true });
export const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).first();

export const FIRST = 'Thank you for calling. We talked about the plan for the spring.';

/** Opens a finished transcript of 60 seconds, ready to be edited. */
export async function openPlan(application: Application, options: PageOptions = {}): Promise<Page> {
  const page = await openPage(application.browser, options);
  await haveAccount(page, application.url);
  await openTranscript(page, application, { name: 'plan.wav', buffer: recording });
  await rows(page).nth(3).waitFor();
  return page;
}

/** Puts the caret into a row by clicking its beginning or end. */
export async function writeIn(page: Page, index: number, place: 'start' | 'end' = 'end'): Promise<void> {
  if ((await doneButton(page).count()) === 0) await editButton(page).click();
  await textOf(rows(page).nth(index)).click({ position: { x: 4, y: 10 } });
  await page.keyboard.press(place === 'end' ? 'End' : 'Home');
  await expect.poll(() => focusedName(page)).toMatch(/^Text at/);
}

/** Does something and waits until the server has confirmed the resulting edit, or the edit that contains `text` if given. */
export async function saved(page: Page, act: () => Promise<unknown>, text = ''): Promise<void> {
  const answer = page.waitForResponse(
    (response) =>
      response.url().endsWith('/edits') &&
      response.ok() &&
      (response.request().postData() ?? '').includes(text.trim()),
  );
  await act();
  await answer;
  // Waits for the page to know, too: it sends edits again on leaving unless it knows that they are saved.
  await page.getByText('Saved', { exact: true }).waitFor();
}

/** Inserts text and waits until it is confirmed. It is inserted at once, because on a busy machine a part of a text typed by letters is saved as a separate step. */
export const savedText = (page: Page, text: string) =>
  saved(page, () => page.keyboard.insertText(text), text);

/** The texts of all rows as shown. */
export const shown = (page: Page) => page.locator('.segment > .segment-words').allTextContents();

/** Fails unless Tab leads from the field to find in through the find bar. */
export async function expectFieldsInOrder(page: Page): Promise<void> {
  for (const name of ['Replace with', 'Match case', 'Whole word', 'Previous match', 'Next match']) {
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toBe(name);
  }
}

/** The texts of all segments as the server has them. */
export async function storedTexts(page: Page): Promise<string[]> {
  const response = await page.request.get(page.url().replace('/transcript/', '/api/transcripts/'));
  const { timestampedTranscript } = await response.json();
  return timestampedTranscript.map(({ text }: { text: string }) => text);
}

/** Whether the recording is playing. */
export const isPlaying = (page: Page) =>
  page.evaluate(() => document.querySelector('audio')?.paused === false);
