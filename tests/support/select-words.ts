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
