import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { currentTime, focusedName, openPage } from '#tests/support/browser.ts';
import { bar, downTo, isPaused, item, nameIn, names, openDoubts, toggle } from '#tests/support/correcting.ts';
import { openPlan, rows, saved, shown, undoButton as undo } from '#tests/support/editing.ts';

// What people do from the text itself: the menu of a speaker's name, the words to be checked, and what Escape closes.
const application = await sharedApplication();
const { browser } = application;

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
});

describe('words to check', () => {
  const marked = (page: Page, name: string) =>
    page.evaluate((name) => [...(CSS.highlights.get(name) ?? [])].map(String), name);

  it('are walked through by a key, heard, confirmed and corrected, until none is left', async () => {
    const page = await openDoubts(application);
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
    expect((await shown(page))[0]).toBe(first.replace(fourth.replace(/\W+$/, ''), 'klm'));
    // Enter says that it is right now, and goes on: the passage stays one.
    const count = (await shown(page)).length;
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Right');
    expect(await shown(page)).toHaveLength(count);
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
    selection: page.locator('[aria-label="Selected passages"]'),
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
