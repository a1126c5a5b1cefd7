import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  focusedName,
  type PageOptions,
} from '#tests/support/browser.ts';
import { FIRST, field, openPlan as openPlanIn, saved, shown, writeIn } from '#tests/support/editing.ts';

// By real keys only: what is filled in does not tell where the focus is.
const application = await sharedApplication();

const openPlan = (options?: PageOptions) => openPlanIn(application, options);
const inputValue = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).inputValue();

it('is typed into from the first letter to the last, replaces, and takes it back', async () => {
  const page = await openPlan();
  const before = await shown(page);
  const places = before.join(' ').split('spring').length - 1;
  const segments = before.filter((text) => text.includes('spring')).length;
  await page.keyboard.press('Control+h');
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.keyboard.type('spring');
  await page.getByText(`1 of ${places}`).waitFor();
  await page.keyboard.press('Tab');
  expect(await focusedName(page)).toBe('Replace with');
  await page.keyboard.type('summer');
  expect(await inputValue(page, 'Find')).toBe('spring');
  expect(await inputValue(page, 'Replace with')).toBe('summer');
  await saved(page, () => page.getByRole('button', { name: 'Replace all' }).press('Enter'));
  await page.getByText(`Replaced ${places} places in ${segments} segments`).first().waitFor();
  await expect.poll(() => shown(page)).toEqual(before.map((text) => text.replaceAll('spring', 'summer')));
  await page.keyboard.press('Control+z');
  await expect.poll(() => shown(page)).toEqual(before);
});

it('replaces one after another by Enter, and Ctrl+Z in the field takes back the replacement', async () => {
  const page = await openPlan();
  await page.keyboard.press('Control+h');
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.keyboard.type('spring');
  await page.getByText(/^1 of/).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('summer');
  await saved(page, () => page.keyboard.press('Enter'));
  await expect.poll(() => shown(page)).toContain(FIRST.replace('spring', 'summer'));
  expect(await focusedName(page)).toBe('Replace with');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await shown(page))[0]).toBe(FIRST);
  // What is typed next is undone by the field itself.
  await page.keyboard.type('s');
  expect(await inputValue(page, 'Replace with')).toBe('summers');
  await page.keyboard.press('Control+z');
  expect(await inputValue(page, 'Replace with')).not.toBe('summers');
  expect((await shown(page))[0]).toBe(FIRST);
});

it('scrolls to what is found while it is typed, and gives the focus back to the row it came from', async () => {
  const page = await openPlan();
  await writeIn(page, 0);
  await saved(page, () => page.keyboard.type(' Zebra.'));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const isInSight = () =>
    page
      .locator('.segment')
      .first()
      .evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top > 0 && bottom < innerHeight;
      });
  expect(await isInSight()).toBe(false);
  await page.keyboard.press('Control+h');
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.keyboard.type('zeb');
  await expect.poll(isInSight).toBe(true);
  // Asked for again, it has the focus again.
  await page.getByRole('textbox', { name: 'Replace with' }).focus();
  await page.keyboard.press('Control+h');
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedName(page)).toBe('Play from ≈0:00, estimated');
  expect(await field(page).count()).toBe(0);
});

it.each([
  ['light', 1280],
  ['dark', 375],
] as const)('fits the screen (%s, %i px), and its fields follow each other', async (theme, width) => {
  const page = await openPlan({ theme, width });
  await page.keyboard.press('Control+h');
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.keyboard.type('the');
  await page.getByText(/^1 of/).waitFor();
  for (const name of ['Replace with', 'Match case', 'Whole word', 'Previous match', 'Next match']) {
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toBe(name);
  }
  await expectNoSideScroll(page);
  await expectAccessible(page);
});
