import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import {
  copiedText,
  currentTime,
  expectAccessible,
  expectNoSideScroll,
  haveAccount,
  openPage,
  signUp,
  tabTo,
  toast,
  watchFor,
} from '#tests/support/browser.ts';
import { haveTranscripts } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';
import { openSpeakers } from '#tests/support/speakers.ts';

// What people do with a finished transcript besides editing and exporting it: speakers, public links, versions, the library.
const application = await sharedApplication();
const { url, browser } = application;
const recording = await wavRecording(31_000);
const file = (name: string) => ({ name, mimeType: 'audio/wav', buffer: recording });

describe('speakers', () => {
  it('that are only suggested are shown as one, and the note about them is dismissed for good', async () => {
    const page = await openSpeakers(application);
    const names = page.locator('.segment-speaker');
    await page.getByRole('button', { name: 'Show as one speaker' }).click();
    await expect.poll(() => names.count()).toBe(1);
    await page.getByText('Suggested speakers are hidden.').waitFor();
    await page.getByRole('button', { name: 'Dismiss this note' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'More actions' }).click();
    expect(await page.getByText('Suggested speakers are hidden.').count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Show suggested speakers' }).click();
    await expect.poll(() => names.count()).toBeGreaterThan(1);
  });

  it('show when they speak, are renamed everywhere at once and reset, and can become one', async () => {
    const page = await openSpeakers(application);
    const lane = page.getByRole('button', { name: /^Go to where Speaker 2 first speaks/ });
    const box = await lane.boundingBox();
    if (!box) throw new Error('There is no picture.');
    await lane.click({ position: { x: box.width * 0.75, y: 5 } });
    await expect.poll(() => currentTime(page)).toBeGreaterThan(20);
    await expect.poll(() => currentTime(page)).toBeLessThan(26);
    await lane.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => currentTime(page)).toBeCloseTo(5, 0);

    const names = page.locator('.segment-speaker');
    expect(await names.allTextContents()).toContain('Speaker 1');
    const classBefore = await page.locator('.segment').first().getAttribute('class');
    await page.getByRole('button', { name: 'Rename Speaker 1' }).click();
    const input = page.getByPlaceholder('Custom name...');
    expect(await input.getAttribute('maxlength')).toBe('50');
    await page.keyboard.press('Enter');
    await page.getByText('Speaker name cannot be empty').waitFor();
    await input.pressSequentially('  Grace <b>Hopper</b> 🚀 ');
    await page.keyboard.press('Enter');
    await toast(page, 'Speaker names updated successfully').waitFor();
    await expect.poll(() => names.allTextContents()).toContain('Grace <b>Hopper</b> 🚀');
    expect(await names.allTextContents()).not.toContain('Speaker 1');
    expect(await page.locator('.segment').first().getAttribute('class')).toBe(classBefore);
    await page.reload();
    await page.getByRole('button', { name: /^Reset Grace/ }).click();
    await expect.poll(() => names.allTextContents()).toContain('Speaker 1');

    // Somebody who gets the name of another may be the same person: joined as one step, kept apart, or joined later.
    const name = async (label: string, text: string) => {
      await page.getByRole('button', { name: `Rename ${label}` }).click();
      await page.getByPlaceholder('Custom name...').pressSequentially(text);
      await page.keyboard.press('Enter');
    };
    const speakers = page.locator('.segment-speaker');
    await name('Speaker 1', 'Ada');
    await page.getByRole('button', { name: 'Reset Ada to Speaker 1' }).waitFor();
    const question = page.getByRole('alertdialog', { name: 'Same person?' });
    await name('Speaker 2', 'ada');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await name('Speaker 2', 'ada');
    await page.getByRole('button', { name: 'Join into One' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => speakers.count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => speakers.count()).toBeGreaterThan(1);
    await name('Speaker 2', 'Ada');
    await page.getByRole('button', { name: 'Keep Apart' }).click();
    await page.getByRole('button', { name: 'Reset Ada to Speaker 2' }).waitFor();
    await page.getByRole('button', { name: 'Merge into one speaker' }).first().click();
    await expect.poll(() => speakers.count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => speakers.count()).toBeGreaterThan(1);
  });
});

it('gets a public link that a stranger can open until it is revoked or expires; a failure to make or copy it is shown', async () => {
  const page = await openSpeakers(application, { expectedErrors: /500/ });
  await page.getByRole('button', { name: 'Share' }).click();
  let refused = false;
  await page.route('**/share', (route) => {
    if (route.request().method() !== 'POST' || refused) return route.fallback();
    refused = true;
    return route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } });
  });
  await page.getByRole('button', { name: 'Generate Link' }).click();
  await toast(page, 'Failed to generate share link').waitFor();
  await page.getByRole('button', { name: 'Generate Link' }).click();
  await toast(page, 'Link Generated!').waitFor();
  const seen = await watchFor(page, 'button', 'Copied!');
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect.poll(seen).toEqual(['Copied!']);
  await page.getByRole('button', { name: 'Copy Link' }).waitFor();
  const link = await copiedText(page, /\/share\/[\w-]{22}$/);
  const view = page.getByRole('link', { name: 'View Shared' });
  expect(await view.getAttribute('href')).toBe(link);
  expect(await view.getAttribute('target')).toBe('_blank');

  const visitor = await openPage(browser, { expectedErrors: /404|403/ });
  const response = await visitor.goto(link);
  expect(response?.headers()['x-robots-tag']).toBe('noindex');
  await visitor.getByRole('heading', { name: 'talk', level: 2 }).waitFor();
  await visitor.locator('.segment-words').first().waitFor();
  await visitor.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => currentTime(visitor)).toBeGreaterThan(0.2);
  for (const name of [/^Rename/, /^Edit/, 'Delete', 'Share', 'Undo', 'History', 'More actions'])
    expect(await visitor.getByRole('button', { name }).count(), String(name)).toBe(0);
  await visitor.getByRole('button', { name: 'Export' }).click();
  expect(await visitor.getByRole('menuitem').allTextContents()).toEqual(['Text (TXT)', 'Subtitles (SRT)']);
  await visitor.getByRole('menuitemcheckbox', { name: 'Cut at words' }).click();
  const [download] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('menuitem', { name: 'Subtitles (SRT)' }).click(),
  ]);
  expect(await readFile((await download.path()) ?? '', 'utf8')).toMatch(/^1\n00:00:00,000 --> /);
  expect(
    await visitor.getByRole('link', { name: 'Create Your Own Transcription' }).getAttribute('href'),
  ).toBe('/');
  await expectAccessible(visitor);
  await expectNoSideScroll(visitor);

  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('button', { name: 'Generate Link' }).waitFor();
  await visitor.reload();
  await visitor.getByText('Transcript Not Found').waitFor();
  await visitor.getByText('This shared transcript may have been removed or the link is invalid.').waitFor();
  await visitor.getByRole('link', { name: 'Go to App' }).click();
  await visitor.waitForURL(`${url}/`);

  // The next link expires, and cannot be copied.
  await page.getByRole('combobox', { name: 'The link is valid' }).click();
  await page.getByRole('option', { name: 'For 7 days' }).click();
  await page.getByRole('button', { name: 'Generate Link' }).click();
  await page.getByRole('combobox', { name: 'The link is valid' }).filter({ hasText: 'Until' }).waitFor();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await toast(page, 'Failed to copy link').waitFor();
  await expectAccessible(page);
});

describe('the library', () => {
  /** Gives the person of a page finished transcripts with these titles, and opens their library. */
  async function openLibraryWith(page: Page, titles: readonly string[]): Promise<void> {
    await haveTranscripts(page, application, file('talk.wav'), titles);
    await page.goto(`${url}/library`);
    await page.getByRole('heading', { name: 'Transcript Library' }).waitFor();
  }
  const cards = (page: Page) => page.getByRole('region', { name: 'Transcripts' }).getByRole('listitem');

  it('pages, searches, filters and sorts what is on the page', async () => {
    const page = await openPage(browser);
    await haveAccount(page, url);
    await openLibraryWith(
      page,
      Array.from({ length: 25 }, (_, index) => `Talk ${String(index + 1).padStart(2, '0')}`),
    );
    await page.getByText('Showing 1 to 20 of 25 transcripts').waitFor();
    await expect.poll(() => cards(page).count()).toBe(20);
    expect(await cards(page).first().textContent()).toContain('Talk 25');
    await page.getByRole('combobox', { name: 'Sort' }).click();
    await page.getByRole('option', { name: 'Title A-Z' }).click();
    await expect.poll(() => cards(page).first().textContent()).toContain('Talk 06');
    await page.getByRole('searchbox', { name: 'Search titles on this page' }).fill('TALK 1');
    await expect.poll(() => cards(page).count()).toBe(10);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Error' }).click();
    await page.getByText('No transcripts found').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Showing 21 to 25 of 25 transcripts').waitFor();
    await expect.poll(() => cards(page).count()).toBe(5);
    await page.getByRole('combobox', { name: 'Page size' }).click();
    await page.getByRole('option', { name: '50 per page' }).click();
    await page.getByText('Showing 1 to 25 of 25 transcripts').waitFor();
    await expectAccessible(page);
  });

  it('is empty at first; deletes many transcripts at once, and opens, shares and exports one from its card', async () => {
    const page = await openPage(browser, { expectedErrors: /500/ });
    await signUp(page, url);
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByText('No transcripts found').waitFor();
    await page.getByRole('link', { name: 'Create Transcript' }).click();
    await page.getByRole('heading', { name: 'Turn Any Conversation Into Text' }).waitFor();

    await openLibraryWith(page, ['Talk 01', 'Talk 02', 'Talk 03', 'Talk 04']);
    // A transcript that could not be deleted stays selected.
    await expect.poll(() => page.getByText('Completed').count()).toBe(4);
    await page.getByRole('checkbox', { name: 'Select all (4)' }).click();
    await page.getByText('4 transcript(s) selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select Talk 01' }).click();
    await page.getByText('3 transcript(s) selected').waitFor();
    let refused = '';
    await page.route('**/api/transcripts/*', (route) => {
      if (route.request().method() !== 'DELETE' || refused) return route.fallback();
      refused = route.request().url();
      return route.fulfill({ status: 500, json: { message: 'no', code: 'internal' } });
    });
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await page
      .getByText('Are you sure you want to delete 3 transcript(s)? This action cannot be undone.')
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Failed to delete some transcripts').waitFor();
    await expect.poll(() => cards(page).count()).toBe(2);
    await page.getByText('1 transcript(s) selected').waitFor();
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Transcript deleted').waitFor();
    await expect.poll(() => cards(page).count()).toBe(1);

    // By keyboard, too.
    const menu = page.getByRole('button', { name: 'Actions for Talk 01' });
    await tabTo(page, 'Actions for Talk 01');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'View Transcript',
      'Share',
      'Export',
      'Add to Project',
      'Delete',
    ]);
    await page.getByRole('menuitem', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Text (TXT)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Talk 01.txt');
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Generate Link' }).click();
    await toast(page, 'Link Generated!').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await menu.click();
    await page.getByRole('menuitem', { name: 'View Transcript' }).click();
    await page.getByRole('link', { name: 'Back to Home' }).waitFor();
  });
});
