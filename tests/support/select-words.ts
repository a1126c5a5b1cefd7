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
