import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { query, sharedApplication } from '#tests/support/application.ts';
import {
  currentTime,
  expectAccessible,
  expectNoSideScroll,
  focusedName,
  haveAccount,
  openPage,
} from '#tests/support/browser.ts';
import { openPlan, rows, saved, shown, textOf, undoButton as undo } from '#tests/support/editing.ts';
import { haveTranscript, openTranscript } from '#tests/support/finished-transcript.ts';
import { wavRecording } from '#tests/support/recordings.ts';

// What people do from the text itself: the menu of a speaker's name, the words to be checked, and what Escape closes.
const application = await sharedApplication();
const { url, browser } = application;
const recording = { name: 'talk.wav', buffer: await wavRecording(31_000) };

const names = (page: Page) => page.locator('.segment-speaker').allTextContents();
const nameIn = (page: Page, row: number) => rows(page).nth(row).locator('.segment-speaker');
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
const isPaused = (page: Page) => page.evaluate(() => document.querySelector('audio')?.paused);

/** Presses ArrowDown until the item has the focus. */
async function downTo(page: Page, name: string): Promise<void> {
  await expect
    .poll(async () => {
      if (!(await focusedName(page)).startsWith(name)) await page.keyboard.press('ArrowDown');
      return focusedName(page);
    })
    .toMatch(new RegExp(`^${name}`));
}

describe('the name of a speaker in the text', () => {
  it('lets people hear the voice, rename and merge with the keyboard, and the focus stays', async () => {
    const page = await openPlan(application);
    await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => currentTime(page)).toBe(10);
    await nameIn(page, 1).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Speaker 2' }).waitFor();
    await downTo(page, 'Hear a sample');
    await page.keyboard.press('Enter');
    await expect.poll(() => isPaused(page)).toBe(false);
    const first = await currentTime(page);
    await page.keyboard.press('Enter');
    await expect.poll(async () => Math.abs((await currentTime(page)) - first)).toBeGreaterThan(5);
    expect(await page.getByRole('menu').count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toBe('Speaker 2');
    // Pausing leads back to where the playback was.
    await page.keyboard.press('k');
    await expect.poll(() => currentTime(page)).toBe(10);

    await page.keyboard.press('Enter');
    await downTo(page, 'Rename');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Name of Speaker 2');
    await page.keyboard.type('Grace');
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toBe('Speaker 2');
    await page.keyboard.press('Enter');
    await downTo(page, 'Rename');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Name of Speaker 2');
    await page.keyboard.type('Grace');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await names(page)).slice(0, 4))
      .toEqual(['Speaker 1', 'Grace', 'Speaker 1', 'Grace']);
    await expect.poll(() => focusedName(page)).toBe('Grace');

    await page.keyboard.press('Enter');
    await downTo(page, 'Merge into another speaker');
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Merge Grace into' }).waitFor();
    await downTo(page, 'Speaker 1');
    await page.keyboard.press('Enter');
    await page.getByText('Grace is now Speaker 1').first().waitFor();
    await expect.poll(() => names(page)).toEqual(['Speaker 1']);
    expect(await focusedName(page)).toMatch(/^Play from/);
    await undo(page).click();
    await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['Speaker 1', 'Grace']);
  });

  it('says why a voice cannot be heard', async () => {
    const page = await openPage(browser, { expectedErrors: /404|ERR_/ });
    await haveAccount(page, url);
    await page.route('**/media/**', (route) => route.fulfill({ status: 404 }));
    await openTranscript(page, application, recording);
    await page.getByText('Unable to load media file.').first().waitFor();
    await nameIn(page, 0).click();
    await item(page, 'Hear a sample').filter({ hasText: 'Unable to load media file.' }).waitFor();
    await expectAccessible(page);
    await downTo(page, 'Hear a sample');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('menu').count()).toBe(1);
  });

  it('offers readers only the voice', async () => {
    const page = await openPlan(application);
    await page.getByRole('button', { name: 'Share', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Generate Link' }).first().click();
    const link = page.getByRole('dialog').getByRole('textbox').first();
    await expect.poll(() => link.inputValue()).toContain('/share/');
    const reader = await openPage(browser);
    await reader.goto(await link.inputValue());
    await nameIn(reader, 1).click();
    await expect.poll(() => reader.getByRole('menuitem').allTextContents()).toEqual(['Hear a sample']);
    await item(reader, 'Hear a sample').click();
    await expect.poll(() => isPaused(reader)).toBe(false);
    await reader.keyboard.press('Escape');
    await expect.poll(() => focusedName(reader)).toBe('Speaker 2');
  });

  it('finds one of forty speakers with long names by typing, on a narrow screen', async () => {
    const page = await openPlan(application, { width: 320 });
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const labels = Array.from({ length: 40 }, (_, at) => `Speaker ${at + 1}`);
    const named = Object.fromEntries(labels.map((label, at) => [label, `${at + 1} `.padEnd(50, 'Wx')]));
    await query(
      application,
      `insert into segments (transcript_id, position, revision, user_id, speaker, start_ms, end_ms, text, normalized, words, timing)
       select transcript_id, 1000 + n, 0, user_id, 'Speaker ' || n, 60000, 60000, 'So.', 'so.', '[]', timing
       from (select * from segments where transcript_id = $1 order by position limit 1) one, generate_series(3, 40) n`,
      [id],
    );
    await query(application, 'update transcripts set speaker_names = $2 where id = $1', [id, named]);
    await page.reload();
    await nameIn(page, 0).click();
    const menu = page.getByRole('menu');
    await expect.poll(() => menu.getByRole('menuitem').count()).toBe(4 + 39);
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.keyboard.type('37');
    await expect.poll(() => focusedName(page)).toMatch(/^37 /);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await names(page))[0]).toMatch(/^37 /);
  });
});

describe('words to check', () => {
  const bar = (page: Page) => page.getByRole('region', { name: 'Words to check' });
  const toggle = (page: Page) => page.getByRole('button', { name: /words? to check$/ }).first();
  const marked = (page: Page, name: string) =>
    page.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map(String), name);

  /** A finished transcript in which the engine doubts two words of the first segment and one of the third. */
  async function withDoubts(options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
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

  it('are walked through by a key, heard, confirmed and corrected, until none is left', async () => {
    const page = await withDoubts();
    expect(await toggle(page).textContent()).toBe('3 words to check');
    expect(await marked(page, 'doubted')).toEqual([]);
    const [first = ''] = await shown(page);
    const [, second = '', , fourth = ''] = first.split(' ');
    await page.keyboard.press('n');
    await bar(page).getByText('3 words left').waitFor();
    expect(await marked(page, 'doubted-current')).toEqual([second]);
    expect(await marked(page, 'doubted')).toHaveLength(3);
    await expect.poll(() => isPaused(page)).toBe(false);
    await expect.poll(() => focusedName(page)).toBe('Right');
    await page.keyboard.press('n');
    await expect.poll(() => marked(page, 'doubted-current')).toEqual([fourth]);
    await page.keyboard.press('Shift+N');
    await expect.poll(() => marked(page, 'doubted-current')).toEqual([second]);
    await saved(page, () => page.keyboard.press('Enter'), 'confirm');
    await bar(page).getByText('2 words left').waitFor();
    await expect.poll(() => marked(page, 'doubted-current')).toEqual([fourth]);

    // Letters that are keys of the player write here.
    await saved(page, () => page.keyboard.type('klm'));
    await expect.poll(() => focusedName(page)).toMatch(/^Text at/);
    await bar(page).getByText('1 word left').waitFor();
    expect((await shown(page))[0]).toBe(first.replace(fourth, 'klm'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect.poll(() => focusedName(page)).toBe('Right');
    await saved(page, () => page.keyboard.press('Enter'), 'confirm');
    await page.getByText('All words are checked').first().waitFor();
    await expect.poll(() => focusedName(page)).toMatch(/^Play from/);
    expect(await bar(page).count()).toBe(0);

    // A confirmed word is a step that can be undone, and what was confirmed outlives the window.
    await page.keyboard.press('Control+z');
    await page.getByText('Undid: confirmed word').first().waitFor();
    await expect.poll(() => toggle(page).textContent()).toBe('1 word to check');
    await page.reload();
    await expect.poll(() => toggle(page).textContent()).toBe('1 word to check');
    expect(await toggle(page).getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => marked(page, 'doubted')).toHaveLength(1);
    await toggle(page).click();
    await expect.poll(() => marked(page, 'doubted')).toEqual([]);
  });

  it('are gone in another window once they are confirmed, and stay where words beside them change', async () => {
    const page = await withDoubts();
    await toggle(page).click();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await toggle(other).waitFor();
    await saved(page, async () => {
      await page.keyboard.press('n');
      await expect.poll(() => focusedName(page)).toBe('Right');
      await page.keyboard.press('Enter');
    });
    await expect.poll(() => toggle(other).textContent()).toBe('2 words to check');
    await page.keyboard.press('Escape');
    await textOf(rows(page).first()).dblclick({ position: { x: 4, y: 10 } });
    await page.keyboard.press('Home');
    await saved(page, () => page.keyboard.insertText('So, '), 'So, ');
    await expect.poll(() => toggle(page).textContent()).toBe('2 words to check');
  });

  it.each([
    { theme: 'light', width: 1280 },
    { theme: 'dark', width: 320 },
  ] as const)('fit the screen ($theme, $width px)', async (options) => {
    const page = await withDoubts(options);
    await page.keyboard.press('n');
    await bar(page).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    // Colors alone would not show that they are shown.
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await toggle(page).evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  });
});

it('Escape closes one thing at a time, what is on top first', async () => {
  const page = await openPlan(application, { width: 1000 });
  const open = {
    menu: page.getByRole('menu'),
    dialog: page.getByRole('dialog'),
    // By selector: a dialog hides the rest of the page from roles.
    toast: page.locator('[data-toast]'),
    panel: page.locator('.reading-content'),
    find: page.locator('search[aria-label="Find and replace"]'),
    selection: page.locator('[aria-label="Selected segments"]'),
  };
  const isOpen = async () => {
    const counts = await Promise.all(
      Object.entries(open).map(async ([name, place]) =>
        (await place.filter({ visible: true }).count()) > 0 ? [name] : [],
      ),
    );
    return counts.flat();
  };
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Play from/ })
    .focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+h');
  await open.find.waitFor();
  await page.getByRole('button', { name: 'Speakers', exact: true }).first().press('Enter');
  await open.panel.waitFor();
  const copy = page.getByRole('button', { name: 'Copy', exact: true }).first();
  await copy.press('Enter');
  await page.keyboard.press('?');
  await open.dialog.waitFor();
  expect(await isOpen()).toEqual(['dialog', 'toast', 'panel', 'find', 'selection']);
  await page.keyboard.press('Escape');
  await expect.poll(isOpen).toEqual(['toast', 'panel', 'find', 'selection']);
  await nameIn(page, 1).focus();
  await page.keyboard.press('Enter');
  await expect.poll(isOpen).toEqual(['menu', 'toast', 'panel', 'find', 'selection']);
  for (const left of [
    ['toast', 'panel', 'find', 'selection'],
    ['panel', 'find', 'selection'],
    ['find', 'selection'],
    ['selection'],
    [],
  ]) {
    await page.keyboard.press('Escape');
    await expect.poll(isOpen).toEqual(left);
  }
  expect(await isPaused(page)).toBe(true);
});
