import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { openPlan, rows } from '#tests/support/editing.ts';

// How marked words look. It is said of the page's root, which costs nothing for each of thousands of rows.
const application = await sharedApplication();

/** Whether marked words have this background, and whether the rules of the rows say so. */
const looks = (page: Page, color: string) =>
  page.evaluate((color) => {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.style.cssText = `background-color: ${color}; forced-color-adjust: none`;
    const wanted = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const words = document.querySelector('.segment > .segment-words') ?? document.body;
    const marked = getComputedStyle(words, '::highlight(spoken-word)').backgroundColor;
    return {
      isRight: marked === wanted,
      isOwn: document.documentElement.hasAttribute('data-own-highlights'),
    };
  }, color);

it.each(['light', 'dark'] as const)(
  'marks the words that are heard in the page’s colors, or in those that somebody has chosen (%s)',
  async (theme) => {
    const page = await openPlan(application, { theme });
    const play = rows(page)
      .nth(2)
      .getByRole('button', { name: /^Play from/ });
    await play.click();
    await page.waitForFunction(() => CSS.highlights.has('spoken-word'));
    expect(await looks(page, 'var(--word)')).toEqual({ isRight: true, isOwn: false });
    await page.emulateMedia({ forcedColors: 'active' });
    await expect.poll(() => looks(page, 'Highlight')).toEqual({ isRight: true, isOwn: true });
    await page.emulateMedia({ forcedColors: 'none' });
    await expect.poll(() => looks(page, 'var(--word)')).toEqual({ isRight: true, isOwn: false });
  },
);
