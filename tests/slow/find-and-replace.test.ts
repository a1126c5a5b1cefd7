import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, focusedName, type PageOptions } from '#tests/support/browser.ts';
import {
  expectFieldsInOrder,
  FIRST,
  field,
  openPlan as openPlanIn,
  saved,
  shown,
  writeIn,
} from '#tests/support/editing.ts';

// By real keys only: fill() does not show where the focus is. On a narrow screen: tests/slow/editing.test.ts.
const application = await sharedApplication();

const openPlan = (options?: PageOptions) => openPlanIn(application, options);
const inputValue = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).inputValue();

it('is typed into, replaces all or one after another, takes it back, and scrolls to what it finds', async () => {
  const page = await openPlan({ theme: 'light' });
  const before = await shown(page);
  const places = before.join(' ').split('spring').length - 1;
  const segments = before.filter((text) => text.includes('spring')).length;
  await openByKeys(page, 'spring');
  await page.getByText(`1 of ${places}`).waitFor();
  await expectFieldsInOrder(page);
  await expectAccessible(page);

  await page.keyboard.press('Control+h');
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.keyboard.press('Tab');
  expect(await focusedName(page)).toBe('Replace with');
  await page.keyboard.type('summer');
  expect(await inputValue(page, 'Find')).toBe('spring');
  expect(await inputValue(page, 'Replace with')).toBe('summer');
  await saved(page, () => page.getByRole('button', { name: 'Replace all' }).press('Enter'));
  await page.getByText(`Replaced ${places} places in ${segments} passages`).first().waitFor();
  await expect.poll(() => shown(page)).toEqual(before.map((text) => text.replaceAll('spring', 'summer')));
  await page.keyboard.press('Control+z');
  await expect.poll(() => shown(page)).toEqual(before);

  // Enter replaces one place, and Ctrl+Z in the field takes it back.
  await page.keyboard.press('Control+h');
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.getByText(/^1 of/).waitFor();
  await page.keyboard.press('Tab');
  await saved(page, () => page.keyboard.press('Enter'));
  await expect.poll(() => shown(page)).toContain(FIRST.replace('spring', 'summer'));
  expect(await focusedName(page)).toBe('Replace with');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await shown(page))[0]).toBe(FIRST);
  // The field itself undoes what is typed next.
  await page.keyboard.press('End');
  await page.keyboard.type('s');
  expect(await inputValue(page, 'Replace with')).toBe('summers');
  await page.keyboard.press('Control+z');
  expect(await inputValue(page, 'Replace with')).not.toBe('summers');
  expect((await shown(page))[0]).toBe(FIRST);
  await page.keyboard.press('Escape');

  // It scrolls to what is found while it is typed, and returns the focus to the row that it came from.
  await writeIn(page, 0);
  await saved(page, () => page.keyboard.type(' Zebra.'));
  // In a low window, because the page of a short transcript ends before its first row has left a high one.
  await page.setViewportSize({ width: 1280, height: 400 });
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
  await openByKeys(page, 'zeb');
  await expect.poll(isInSight).toBe(true);
  // Pressed again, its key moves the focus back to the field.
  await page.getByRole('textbox', { name: 'Replace with' }).focus();
  await page.keyboard.press('Control+h');
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedName(page)).toBe('Play from ≈0:00, estimated');
  expect(await field(page).count()).toBe(0);
});

/** Opens it and types what to find. */
async function openByKeys(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+h');
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.keyboard.type(text);
}
