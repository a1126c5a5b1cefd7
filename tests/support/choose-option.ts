import type { Page } from 'playwright-core';

/** Chooses an option of a dropdown that is open, by its name and the keyboard. Keys are lost before an option has the focus. */
export async function chooseByKeys(page: Page, name: string): Promise<void> {
  await page.locator('[role=option]:focus').waitFor();
  await page.keyboard.type(name);
  await page.getByRole('option', { name, exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}
