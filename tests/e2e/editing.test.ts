import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import { expectAccessible, focusedName, type PageOptions, tabTo } from '#tests/support/browser.ts';
import {
  editButton as edit,
  FIRST,
  field,
  openPlan as openPlanIn,
  rows,
  saved,
  savedText,
  shown,
  textOf,
  undoButton as undo,
  writeIn,
} from '#tests/support/editing.ts';
import { checkEditingScreens } from '#tests/support/editing-screens.ts';
import { openPanel } from '#tests/support/panels.ts';

// Editing in place in the real application, with the speech engine that always returns the same text.
// In two windows of one person, and on a wide light screen: tests/slow/editing.test.ts. By two people: two-people.test.ts.
const application = await sharedApplication();

const openPlan = (options?: PageOptions) => openPlanIn(application, options);

/** The texts of all segments as the server has them. */
async function storedTexts(page: Page): Promise<string[]> {
  const response = await page.request.get(page.url().replace('/transcript/', '/api/transcripts/'));
  const { timestampedTranscript } = await response.json();
  return timestampedTranscript.map(({ text }: { text: string }) => text);
}

/** Writes in the open row and leaves it, which saves at once. */
const savedAndClosed = (page: Page, text: string) =>
  saved(
    page,
    async () => {
      await page.keyboard.insertText(text);
      await page.keyboard.press('Escape');
    },
    text,
  );

const isPlaying = (page: Page) => page.evaluate(() => document.querySelector('audio')?.paused === false);

describe('writing', () => {
  it('begins with a double click and moves nothing; a click plays from a word, and while editing Alt and a click do', async () => {
    const page = await openPlan();
    const pause = page.getByRole('button', { name: 'Pause', exact: true }).first();
    await textOf(rows(page).first()).click({ position: { x: 4, y: 10 } });
    await expect.poll(() => isPlaying(page)).toBe(true);
    expect(await field(page).count()).toBe(0);
    await pause.click();
    await textOf(rows(page).nth(1)).dblclick({ position: { x: 40, y: 10 } });
    await expect.poll(() => focusedName(page)).toBe('Text at 0:05');
    await expect.poll(() => isPlaying(page)).toBe(false);
    await textOf(rows(page).nth(2)).click({ position: { x: 40, y: 10 }, modifiers: ['Alt'] });
    await expect.poll(() => isPlaying(page)).toBe(true);
    expect(await field(page).count()).toBe(0);
    await pause.click();

    const heights = () =>
      page
        .locator('.segment')
        .evaluateAll((elements) => elements.map((each) => each.getBoundingClientRect().height));
    expect(await edit(page).getAttribute('aria-pressed')).toBe('true');
    const before = await heights();
    await writeIn(page, 1);
    expect(await heights()).toEqual(before);
  });

  it('is saved without being asked, whatever is written, and is there after a reload', async () => {
    const page = await openPlan();
    const count = await rows(page).count();
    await writeIn(page, 0);
    expect(await field(page).inputValue()).toBe(FIRST);
    await savedText(page, ' And the summer.');
    await page.keyboard.press('Escape');
    await writeIn(page, 1);
    await page.keyboard.press('Control+a');
    await saved(page, () => page.keyboard.press('Delete'));
    await page.keyboard.press('Escape');
    const hostile = '<img src=x onerror="document.title=1"> $&{a} \u202Eשלום &amp; \u{1F469}‍\u{1F52C}';
    await writeIn(page, 2);
    await page.keyboard.press('Control+a');
    await saved(page, () => page.keyboard.insertText(hostile));

    await page.reload();
    await expect.poll(() => shown(page)).toContain(`${FIRST} And the summer.`);
    expect(await rows(page).count()).toBe(count);
    expect((await shown(page)).slice(1, 3)).toEqual(['', hostile]);
    expect(await page.locator('.segment img').count()).toBe(0);
    // An empty segment can be written in again.
    await writeIn(page, 1);
    await savedText(page, 'Back again');
    expect((await storedTexts(page))[1]).toBe('Back again');
    await page.keyboard.press('Escape');
    await expect.poll(() => shown(page)).toContain('Back again');
  });

  it('splits with Enter and joins with Backspace and Delete, the caret at the seam', async () => {
    const page = await openPlan();
    await writeIn(page, 0, 'start');
    for (let step = 0; step < 'Thank you for calling.'.length; step += 1)
      await page.keyboard.press('ArrowRight');
    await saved(page, () => page.keyboard.press('Enter'));
    await savedText(page, 'Then ');
    expect(await field(page).inputValue()).toBe('Then We talked about the plan for the spring.');
    await page.keyboard.press('Home');
    await saved(page, () => page.keyboard.press('Backspace'));
    const joined = 'Thank you for calling. Then We talked about the plan for the spring.';
    await expect.poll(() => field(page).inputValue()).toBe(joined);
    await savedText(page, '|');
    expect(await field(page).inputValue()).toContain('calling. |Then');
    await page.keyboard.press('End');
    const [, second = ''] = await shown(page);
    await saved(page, () => page.keyboard.press('Delete'));
    await expect.poll(() => field(page).inputValue()).toContain(`spring. ${second}`);
    const after = await shown(page);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect.poll(async () => (await shown(page)).length).toBe(after.length);
    expect((await shown(page))[0]).toContain('calling. |Then We talked');

    // Far too much text is refused, and stays in the field.
    await writeIn(page, 1);
    await page.evaluate(() => navigator.clipboard.writeText('many words\n'.repeat(9500)));
    await page.keyboard.press('Control+v');
    await page.getByRole('alert').filter({ hasText: 'at most 20,000 characters' }).waitFor();
    expect((await field(page).inputValue()).length).toBeGreaterThan(100_000);
    expect(await field(page).inputValue()).not.toContain('\n');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 not saved' }).click();
    await expect.poll(() => focusedName(page)).toMatch(/^Text at/);
    await page.keyboard.press('Control+a');
    await savedText(page, 'Less.');
  });
});

describe('when something goes wrong', () => {
  it('loses nothing without a connection, nor by closing the page, nor half of a row that was split', async () => {
    const page = await openPlan();
    const address = page.url();
    await writeIn(page, 0);
    // Not by the browser's own switch: what is sent while leaving would still get through.
    await page.evaluate(() => {
      globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    });
    await page.keyboard.type(' Offline words.');
    await page.getByText('Not saved, trying again').waitFor();
    await page.goto('about:blank');
    const answer = page.waitForResponse((response) => response.url().endsWith('/edits') && response.ok());
    await page.goto(address);
    await page.getByText('Unsaved changes were restored').first().waitFor();
    expect(await shown(page)).toContain(`${FIRST} Offline words.`);
    await answer;
    await page.getByText('Saved', { exact: true }).waitFor();
    const before = await storedTexts(page);
    expect(before).toContain(`${FIRST} Offline words.`);
    const unsaved = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unsaved')));
    await expect.poll(unsaved).toEqual([]);

    await writeIn(page, 0, 'start');
    for (let step = 0; step < 'Thank you for calling.'.length; step += 1)
      await page.keyboard.press('ArrowRight');
    // The split never arrives; what is sent while leaving would.
    await page.evaluate(() => {
      const { fetch } = globalThis;
      globalThis.fetch = (...args) => (args[1]?.keepalive ? fetch(...args) : new Promise(() => undefined));
    });
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => field(page).inputValue()).toBe('Thank you for calling.');
    await page.keyboard.press('End');
    await page.keyboard.type(' Today');
    await page.goto('about:blank');
    // Everything sent while leaving has been answered by the time the page is back.
    await page.goto(address);
    await page.getByText('Unsaved changes were restored').first().waitFor();
    const [first = '', ...rest] = before;
    const second = first.slice('Thank you for calling. '.length);
    const wanted = ['Thank you for calling. Today', second, ...rest];
    await expect.poll(() => storedTexts(page)).toEqual(wanted);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => shown(page)).toEqual(wanted);
  });

  it('undoes what is typed in the field before what is saved, and saves when the connection is back', async () => {
    const page = await openPlan({ expectedErrors: /ERR_FAILED|ERR_INTERNET/ });
    await writeIn(page, 0);
    await savedText(page, ' One.');
    await page.route('**/edits', (route) => route.abort());
    await page.keyboard.insertText(' Two.');
    await page.keyboard.press('Control+z');
    expect(await field(page).inputValue()).toBe(`${FIRST} One.`);
    await page.unroute('**/edits');
    await page.keyboard.press('Control+z');
    await expect.poll(() => field(page).inputValue()).toBe(FIRST);

    await page.context().setOffline(true);
    await page.keyboard.type(' Later.');
    await page.getByText('Not saved, trying again').waitFor();
    await saved(page, () => page.context().setOffline(false), ' Later.');
  });

  it('loses nothing when the page is left in the middle of a word', async () => {
    // The text sent while leaving is also kept in the browser, so the server receives it twice.
    const page = await openPlan({ expectedErrors: /409/ });
    await writeIn(page, 0);
    await page.keyboard.insertText(' Quick.');
    await page.reload();
    await expect.poll(() => shown(page)).toContain(`${FIRST} Quick.`);
    await expect.poll(async () => (await storedTexts(page))[0]).toBe(`${FIRST} Quick.`);
    await page.reload();
    await expect.poll(() => shown(page)).toContain(`${FIRST} Quick.`);
  });
});

it('lists what was done, brings a segment or everything back, and undoes and redoes after a reload', async () => {
  const page = await openPlan();
  await writeIn(page, 0);
  await savedAndClosed(page, ' One.');
  await writeIn(page, 1);
  await savedAndClosed(page, ' Two.');
  const dialog = await openPanel(page, 'History');
  await dialog.getByText('Changed the text').nth(1).waitFor();
  expect(await dialog.getByRole('insertion').allTextContents()).toEqual([
    expect.stringContaining('Two.'),
    expect.stringContaining('One.'),
  ]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restore this segment at 0:00' }).click();
  await page.getByText('This segment was restored').first().waitFor();
  await expect.poll(() => shown(page)).toContain(FIRST);
  expect((await shown(page))[1]).toContain('Two.');

  await dialog.getByRole('button', { name: 'Restore everything to before this' }).last().click();
  await page.getByText(/this step and 2 later ones are undone/).waitFor();
  await page.getByRole('button', { name: 'Restore everything', exact: true }).click();
  await expect.poll(async () => (await shown(page))[1]).not.toContain('Two.');

  await writeIn(page, 0);
  await savedAndClosed(page, ' Three.');
  await writeIn(page, 1);
  await savedAndClosed(page, ' Four.');
  await undo(page).click();
  await page.getByText('Undid: text change').first().waitFor();
  await expect.poll(async () => (await shown(page))[1]).not.toContain('Four.');
  await page.reload();
  await rows(page).nth(3).waitFor();
  await page.keyboard.press('Control+Shift+z');
  await page.getByText('Redid: text change').first().waitFor();
  await expect.poll(async () => (await shown(page))[1]).toContain('Four.');
  expect(await shown(page)).toContain(`${FIRST} Three.`);
  await undo(page).click();
  await expect.poll(async () => (await shown(page))[1]).not.toContain('Four.');
  await undo(page).click();
  await expect.poll(() => shown(page)).toContain(FIRST);
});

it('changes many segments at once: by one replacement, by chosen rows, and by selected text', async () => {
  const page = await openPlan();
  await page.keyboard.press('Control+h');
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.keyboard.type('spring');
  await page.getByText(/^1 of \d+$/).waitFor();
  const before = await shown(page);
  const found = before.filter((text) => /spring/i.test(text)).length;
  await page.getByRole('button', { name: 'Match case' }).click();
  await page.getByRole('button', { name: 'Whole word' }).click();
  await page.getByRole('textbox', { name: 'Replace with' }).pressSequentially('$& <autumn>');
  await saved(page, () => page.getByRole('button', { name: 'Replace', exact: true }).click());
  await expect.poll(() => shown(page)).toContain(FIRST.replace('spring', () => '$& <autumn>'));
  await saved(page, () => page.getByRole('button', { name: 'Replace all' }).click());
  await page
    .getByText(`Replaced ${found - 1} places in ${found - 1} segments`)
    .first()
    .waitFor();
  await expect.poll(async () => (await shown(page)).join(' ')).not.toContain('spring');
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page
    .getByText(`Undid: replace in ${found - 1} segments`)
    .first()
    .waitFor();
  await expect.poll(async () => (await shown(page)).slice(1)).toEqual(before.slice(1));
  await page.getByRole('textbox', { name: 'Find', exact: true }).press('Escape');
  expect(await page.getByRole('search', { name: 'Find and replace' }).count()).toBe(0);

  // A turn, and then rows that were chosen with the keyboard, are given to other speakers.
  const names = () => page.locator('.segment-speaker').allTextContents();
  const namesBefore = await names();
  await page.locator('.segment-speaker').nth(1).click();
  await saved(page, () => page.getByRole('menuitem', { name: 'Speaker 1' }).click());
  await expect.poll(names).toEqual(namesBefore.toSpliced(1, 2));
  await edit(page).click();
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Play from/ })
    .focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Give 3 segments to…' }).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'New speaker…' }).click();
  await expect.poll(() => focusedName(page)).toMatch(/^Name/);
  await page.keyboard.type('<b>Ada</b>');
  await saved(page, () => page.getByRole('button', { name: 'Add speaker' }).click());
  await expect.poll(names).toContain('<b>Ada</b>');
  await undo(page).click();
  await expect.poll(names).toEqual(namesBefore.toSpliced(1, 2));

  // Hovering waits until everything that appeared for editing stands still.
  await textOf(rows(page).nth(0)).hover({ position: { x: 30, y: 10 } });
  await page.mouse.down();
  await textOf(rows(page).nth(1)).hover({ position: { x: 60, y: 10 } });
  await textOf(rows(page).nth(2)).hover({ position: { x: 60, y: 10 } });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Give 3 segments to…' }).click();
  await saved(page, () => page.getByRole('menuitem', { name: 'Speaker 2' }).click());
  await expect.poll(() => page.locator('.segment-speaker').first().textContent()).toBe('Speaker 2');
});

it('begins with E in the nearest row or the one that plays, and with the button and Enter in a visible one', async () => {
  const page = await openPlan();
  const copy = page.getByRole('button', { name: 'Copy', exact: true }).first();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  let typed = '';
  for (const focus of [async () => undefined, () => copy.focus()]) {
    await focus();
    await page.keyboard.press('e');
    await expect.poll(() => focusedName(page)).toBe('Text at 0:00');
    // As shortcuts of the page these letters would mute, turn editing off, and jump.
    await saved(page, () => page.keyboard.type('mel '));
    typed += 'mel ';
    await expect.poll(() => shown(page)).toContain(`${typed}${FIRST}`);
    await page.keyboard.press('Escape');
    await edit(page).click();
    await expect.poll(() => edit(page).getAttribute('aria-pressed')).toBe('false');
  }

  await rows(page)
    .nth(2)
    .getByRole('button', { name: /^Play from/ })
    .click();
  await expect.poll(() => isPlaying(page)).toBe(true);
  await copy.focus();
  await page.keyboard.press('e');
  await expect.poll(() => focusedName(page)).toMatch(/^Text at 0:1\d/);
  await page.keyboard.press('Control+Space');
  await page.keyboard.press('Escape');
  await edit(page).press('Enter');
  await expect.poll(() => edit(page).getAttribute('aria-pressed')).toBe('false');
  await edit(page).press('Enter');
  await expect.poll(() => focusedName(page)).toMatch(/^Text at/);
});

it('can be done with the keyboard alone', async () => {
  const page = await openPlan();
  await tabTo(page, 'Play from ≈0:00, estimated');
  await page.keyboard.press('e');
  await expect.poll(() => focusedName(page)).toBe('Text at 0:00');
  await page.keyboard.press('End');
  await saved(page, () => page.keyboard.type(' Typed.'));
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedName(page)).toBe('Text at 0:05');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focusedName(page)).toBe('Text at 0:00');
  await page.keyboard.press('Escape');
  expect(await focusedName(page)).toBe('Play from ≈0:00, estimated');
  await page.keyboard.press('ArrowDown');
  expect(await focusedName(page)).toBe('Play from ≈0:05, estimated');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toBe('Text at 0:05');
  await page.keyboard.press('Control+Space');
  await expect
    .poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0))
    .toBeGreaterThan(5);
  await page.keyboard.press('Control+Space');
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await page.getByRole('menu', { name: 'Speaker 2' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedName(page)).toBe('Play from ≈0:05, estimated');
  await page.keyboard.press('Control+h');
  await expect.poll(() => focusedName(page)).toBe('Find');
  await page.keyboard.type('typed');
  await page.getByText('1 of 1').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedName(page)).toBe('Play from ≈0:05, estimated');
  await page.keyboard.press('Control+z');
  await page.getByText('Undid: text change').first().waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('While typing: split here').waitFor();
});

it('fits a narrow dark screen and has no fault that axe finds', () =>
  checkEditingScreens(application, { theme: 'dark', width: 375 }));
