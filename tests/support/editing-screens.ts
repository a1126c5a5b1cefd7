import { expect } from 'vitest';
import type { Application } from './application.ts';
import { expectAccessible, expectNoSideScroll, focusedName, type PageOptions } from './browser.ts';
import { expectFieldsInOrder, openPlan, writeIn } from './editing.ts';

/** Opens what editing shows, and fails for each screen that is wider than the window or not accessible. The page before editing: transcript-screens.ts. */
export async function checkEditingScreens(
  application: Application,
  look: Required<Pick<PageOptions, 'theme' | 'width'>>,
): Promise<void> {
  const page = await openPlan(application, look);
  const check = async () => {
    await expectNoSideScroll(page);
    await expectAccessible(page);
  };
  await writeIn(page, 1);
  await check();
  await page.getByRole('button', { name: 'More for this passage' }).click();
  await page.getByRole('menuitem', { name: 'History of this passage' }).waitFor();
  await check();
  await page.getByRole('menuitem', { name: 'History of this passage' }).click();
  await page.getByText('No changes yet').waitFor();
  await check();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Find and replace' }).click();
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.keyboard.type('the');
  await page.getByText(/^1 of/).waitFor();
  await check();
  await expectFieldsInOrder(page);
}
