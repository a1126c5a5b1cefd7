import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { focusedName } from '#tests/support/browser.ts';
import {
  editButton,
  FIRST,
  field,
  openPlan,
  saved,
  shown,
  storedTexts,
  undoButton,
  writeIn,
} from '#tests/support/editing.ts';
import { placeOfLetter } from '#tests/support/letters.ts';

// The passages of a text as one document: the caret goes from one to the next, and a selection reaches over several.
const application = await sharedApplication();

const caret = (page: Page) =>
  field(page).evaluate((element) => {
    const { selectionStart, selectionEnd } = element as HTMLTextAreaElement;
    return [selectionStart, selectionEnd];
  });

const at = (page: Page, row: number, offset: number) => page.evaluate(placeOfLetter, [row, offset] as const);

const selected = (page: Page) => page.evaluate(() => String(getSelection()).replace(/\s+/g, ' '));

/** Selects from a place in a row to a place in a later one by drawing over them. */
async function drag(page: Page, [row, from]: [number, number], [otherRow, to]: [number, number]) {
  const [begin, end] = [await at(page, row, from), await at(page, otherRow, to)];
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

describe('the caret', () => {
  it('goes over the borders of passages with the arrow keys, to both ends of the text, and by screens', async () => {
    const page = await openPlan(application);
    const texts = await shown(page);
    await writeIn(page, 0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focusedName(page)).toBe('Text at 0:05');
    expect(await caret(page)).toEqual([0, 0]);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focusedName(page)).toBe('Text at 0:00');
    expect(await caret(page)).toEqual([FIRST.length, FIRST.length]);
    // By words, too.
    await page.keyboard.press('Control+ArrowRight');
    await expect.poll(() => focusedName(page)).toBe('Text at 0:05');
    await page.keyboard.press('Control+End');
    const last = texts.at(-1) ?? '';
    await expect.poll(() => field(page).inputValue()).toBe(last);
    expect(await caret(page)).toEqual([last.length, last.length]);
    await page.keyboard.press('ArrowRight');
    expect(await caret(page)).toEqual([last.length, last.length]);
    await page.keyboard.press('Control+Home');
    await expect.poll(() => focusedName(page)).toBe('Text at 0:00');
    expect(await caret(page)).toEqual([0, 0]);
    await page.keyboard.press('ArrowLeft');
    expect(await focusedName(page)).toBe('Text at 0:00');

    await page.setViewportSize({ width: 1280, height: 400 });
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('PageDown');
    await expect.poll(() => focusedName(page)).not.toBe('Text at 0:00');
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(before);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageUp');
    await expect.poll(() => focusedName(page)).toBe('Text at 0:00');
    // Home and End stay in the line.
    await page.keyboard.press('End');
    expect((await caret(page))[0]).toBeGreaterThan(10);
    await page.keyboard.press('Home');
    expect(await caret(page)).toEqual([0, 0]);
  });

  it('goes the other way in text from right to left', async () => {
    const page = await openPlan(application);
    const hebrew = 'שלום לכולם';
    await writeIn(page, 0);
    await page.keyboard.press('Control+a');
    await saved(page, () => page.keyboard.insertText(hebrew));
    expect(await caret(page)).toEqual([hebrew.length, hebrew.length]);
    await page.keyboard.press('ArrowRight');
    expect(await caret(page)).toEqual([hebrew.length - 1, hebrew.length - 1]);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focusedName(page)).toBe('Text at 0:05');
    expect(await caret(page)).toEqual([0, 0]);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => field(page).inputValue()).toBe(hebrew);
    expect(await caret(page)).toEqual([hebrew.length, hebrew.length]);
  });
});

describe('a selection over several passages', () => {
  it('is drawn out of the passage that is written in, is replaced by typing, and comes back with one undo', async () => {
    const page = await openPlan(application);
    const texts = await shown(page);
    const [, second = '', third = ''] = texts;
    await writeIn(page, 0, 'start');
    const from = FIRST.indexOf('We talked');
    const to = third.indexOf(' ') + 1;
    await drag(page, [0, from], [2, to]);
    await expect.poll(() => selected(page)).toContain('We talked about the plan for the spring.');
    await expect.poll(() => selected(page)).toContain(second);
    expect(await field(page).count()).toBe(0);
    await saved(page, () => page.keyboard.type('So m'));
    // Letters that follow at once are typed, too, and none of them is a command.
    const left = [`${FIRST.slice(0, from)}So m ${third.slice(to)}`, ...texts.slice(3)];
    await expect.poll(() => shown(page)).toEqual(left);
    await expect.poll(() => focusedName(page)).toBe('Text at 0:00');
    await expect.poll(() => caret(page)).toEqual([from + 4, from + 4]);
    await expect.poll(() => storedTexts(page)).toEqual(left);
    // What was typed after the first letter is a step of its own.
    await page.keyboard.press('Control+z');
    await page.getByText('Undid: text change').first().waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Undid: deletion').first().waitFor();
    await expect.poll(() => storedTexts(page)).toEqual(texts);
    await expect.poll(() => shown(page)).toEqual(texts);
    await expect.poll(() => focusedName(page)).toMatch(/^Text at/);
  });

  it('is made with Shift and the arrow keys, and deleting it keeps what two speakers say apart', async () => {
    const page = await openPlan(application);
    const texts = await shown(page);
    const second = texts[1] ?? '';
    await writeIn(page, 0);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => selected(page)).toMatch(/^\./);
    await expect.poll(() => page.evaluate(() => getSelection()?.focusOffset)).toBe(1);
    await saved(page, () => page.keyboard.press('Delete'));
    const left = [FIRST.slice(0, -1), second.slice(1), ...texts.slice(2)];
    await expect.poll(() => shown(page)).toEqual(left);
    await expect.poll(() => focusedName(page)).toBe('Text at 0:00');
    expect(await caret(page)).toEqual([FIRST.length - 1, FIRST.length - 1]);
    await undoButton(page).click();
    await expect.poll(() => shown(page)).toEqual(texts);

    // Upwards by lines, from the first line of a row.
    await writeIn(page, 1, 'start');
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(() => page.evaluate(() => getSelection()?.isCollapsed)).toBe(false);
    expect(await field(page).count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focusedName(page)).toBe('Text at 0:05');
    expect(await caret(page)).toEqual([0, 0]);
  });

  it('is copied with speakers and times, cut and pasted over', async () => {
    const page = await openPlan(application);
    const texts = await shown(page);
    const [, second = '', third = ''] = texts;
    await editButton(page).click();
    await drag(page, [0, FIRST.indexOf('talked')], [2, 5]);
    await page.keyboard.press('Control+c');
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const copied = [
      '[0:02] Speaker 1: talked about the plan for the spring.',
      `[0:05] Speaker 2: ${second}`,
      `[0:10] Speaker 1: ${third.slice(0, 5).trim()}`,
    ].join('\n\n');
    await expect.poll(clipboard).toBe(copied);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await saved(page, () => page.keyboard.press('Control+x'));
    await expect.poll(clipboard).toBe(copied);
    const left = [`${FIRST.slice(0, FIRST.indexOf('talked'))}${third.slice(5).trim()}`, ...texts.slice(3)];
    await expect.poll(() => storedTexts(page)).toEqual(left);
    await page.keyboard.press('Control+z');
    await expect.poll(() => storedTexts(page)).toEqual(texts);

    await page.keyboard.press('Escape');
    await page.evaluate(() => navigator.clipboard.writeText('two\nlines'));
    await drag(page, [0, FIRST.indexOf('talked')], [1, 4]);
    await saved(page, () => page.keyboard.press('Control+v'));
    await expect
      .poll(() => storedTexts(page))
      .toEqual([
        `${FIRST.slice(0, FIRST.indexOf('talked'))}two lines`,
        second.slice(4).trim(),
        ...texts.slice(2),
      ]);
  });

  it('of whole passages removes them, and a button does it, too', async () => {
    const page = await openPlan(application);
    const texts = await shown(page);
    await editButton(page).click();
    const length = texts[2]?.length ?? 0;
    await drag(page, [1, 0], [2, length - 1]);
    // To the very end.
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('toolbar', { name: 'Selected passages' }).waitFor();
    await saved(page, () => page.getByRole('button', { name: 'Delete text' }).click());
    await expect.poll(() => storedTexts(page)).toEqual([texts[0], ...texts.slice(3)]);
    await expect.poll(() => field(page).inputValue()).toBe(texts[3]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => storedTexts(page)).toEqual(texts);
  });

  it('is deleted without a connection, too, and what was typed instead is there on the next visit', async () => {
    const page = await openPlan(application, { expectedErrors: /ERR_INTERNET_DISCONNECTED|409/ });
    const texts = await shown(page);
    await editButton(page).click();
    await page.context().setOffline(true);
    await drag(page, [0, FIRST.indexOf('talked')], [2, (texts[2] ?? '').indexOf(' ') + 1]);
    await page.keyboard.type('x');
    const third = (texts[2] ?? '').split(' ').slice(1).join(' ');
    const left = [`${FIRST.slice(0, FIRST.indexOf('talked'))}x ${third}`, ...texts.slice(3)];
    await expect.poll(() => shown(page)).toEqual(left);
    await page.getByText('Offline, kept on this device').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page)).toEqual([left[0]?.replace(/x .*/, 'x'), third, ...left.slice(1)]);
    await page.context().setOffline(false);
    await page.reload();
    await page.getByText('Unsaved changes were restored').first().waitFor();
    const wanted = [left[0]?.replace(/x .*/, 'x'), third, ...left.slice(1)];
    await expect.poll(() => storedTexts(page)).toEqual(wanted);
    await expect.poll(() => shown(page)).toEqual(wanted);
  });
});
