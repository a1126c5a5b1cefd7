import type { Locator, Page } from 'playwright-core';

/** Drops files and folders from this machine's disk onto a place of the page, as the file manager does: the page gets handles for them. */
export async function dropFiles(place: Locator, paths: readonly string[]): Promise<void> {
  const page = place.page();
  await place.waitFor();
  await dragFiles(page, place, paths, ['dragEnter', 'dragOver', 'drop']);
}

/** Drags files over a place of the page without dropping them. */
export async function hoverFiles(place: Locator, paths: readonly string[]): Promise<void> {
  await dragFiles(place.page(), place, paths, ['dragEnter', 'dragOver']);
}

async function dragFiles(
  page: Page,
  place: Locator,
  paths: readonly string[],
  types: readonly ('dragEnter' | 'dragOver' | 'drop')[],
): Promise<void> {
  const box = await place.boundingBox();
  if (!box) throw new Error('The place is not on the screen.');
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of types)
    await session.send('Input.dispatchDragEvent', { type, x: box.x + 20, y: box.y + 20, data });
  await session.detach();
}
