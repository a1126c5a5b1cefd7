import type { Page } from 'playwright-core';

/** Selects the words of a row of text from `from` to the end of `to`, as by dragging. */
export async function selectWords(page: Page, row: number, from: string, to = from): Promise<void> {
  await page.evaluate(
    ([row, from, to]) => {
      const text = document.querySelectorAll('.segment-words')[row]?.firstChild;
      if (!(text instanceof Text)) throw new Error('This row has no words.');
      const end = text.data.indexOf(to) + to.length;
      getSelection()?.setBaseAndExtent(text, text.data.indexOf(from), text, end);
    },
    [row, from, to] as const,
  );
}

/** The toolbar that appears beside selected words. */
export const wordsToolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected words' });

/** Selects these words of a row, as by dragging, and waits for the toolbar. */
export async function selectWithToolbar(page: Page, row: number, words: string): Promise<void> {
  await selectWords(page, row, words);
  await wordsToolbar(page).waitFor();
}

/** Clicks the middle of these words of a row, as a reader does. */
export async function clickWords(page: Page, row: number, words: string): Promise<void> {
  const place = await page.evaluate(
    ([row, words]) => {
      const text = document.querySelectorAll('.segment-words')[row]?.firstChild;
      if (!(text instanceof Text)) throw new Error('This row has no words.');
      const range = new Range();
      range.setStart(text, text.data.indexOf(words));
      range.setEnd(text, text.data.indexOf(words) + words.length);
      text.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    },
    [row, words] as const,
  );
  await page.mouse.click(place.x, place.y);
}
