import type { Locator, Page } from 'playwright-core';

/** Opens a panel of a transcript unless it is open already, and returns its region. */
export async function openPanel(
  page: Page,
  name: 'AI Summary' | 'AI Chat' | 'Speakers' | 'Notes' | 'History',
): Promise<Locator> {
  const button = page.getByRole('toolbar', { name: 'About this transcript' }).getByRole('button', { name });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  const panel = page.getByRole('region', { name, exact: true });
  await panel.waitFor();
  return panel;
}
