import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedApplication } from '#tests/support/application.ts';
import {
  copiedText,
  expectAccessible,
  focusedName,
  type PageOptions,
  tabTo,
} from '#tests/support/browser.ts';
import {
  doneButton as done,
  editButton as edit,
  FIRST,
  field,
  isPlaying,
  openPlan as openPlanIn,
  rows,
  saved,
  savedText,
  shown,
  storedTexts,
  textOf,
  undoButton as undo,
  writeIn,
} from '#tests/support/editing.ts';
import { checkEditingScreens } from '#tests/support/editing-screens.ts';
import { openPanel } from '#tests/support/panels.ts';

// Editing many segments, by the keyboard alone, in two windows of one person, and when something goes wrong. The rest: tests/e2e/editing.test.ts.
const application = await sharedApplication();

const openPlan = (options?: PageOptions) => openPlanIn(application, options);

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

it('loses nothing between two windows of one person', async () => {
  const page = await openPlan({ expectedErrors: /409/ });
  // Another window receives text and words of what this one changes.
  const other = await page.context().newPage();
  const words = () => other.waitForResponse((response) => response.url().endsWith('/words'));
  const first = words();
  await other.goto(page.url());
  await first;
  const again = words();
  // A tab behind another paints nothing, and each click waits long for it.
  await page.bringToFront();
  await writeIn(page, 0);
  await savedText(page, ' Elsewhere.');
  await textOf(rows(other).first()).filter({ hasText: 'Elsewhere.' }).waitFor();
  const { segments } = await (await again).json();
  expect(segments[0].words.at(-1)[0]).toBe('Elsewhere.');

  // Both change the same segment.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/edits', async (route) => {
    await held;
    await route.continue();
  });
  await Promise.all([page.waitForRequest('**/edits'), page.keyboard.insertText(' Mine.')]);
  await other.bringToFront();
  await writeIn(other, 0);
  await savedText(other, ' Theirs.');
  await page.bringToFront();
  release();
  // Whoever is writing is not interrupted.
  await page.getByText('This text was changed somewhere else. Nothing is overwritten').waitFor();
  expect(await focusedName(page)).toBe('Text at 0:00');
  await page.keyboard.press('Escape');
  const conflict = page.getByRole('dialog', { name: 'This text was changed somewhere else' });
  await conflict.waitFor();
  const mine = `${FIRST} Elsewhere. Mine.`;
  expect(await conflict.getByRole('region', { name: 'Yours' }).textContent()).toContain(mine);
  expect(await conflict.getByRole('region', { name: 'The saved one' }).textContent()).toContain('Theirs.');
  await expectAccessible(page);
  await saved(page, () => conflict.getByRole('button', { name: 'Keep mine' }).click());
  await expect.poll(() => shown(other)).toContain(mine);
  await other.close();
});

it('keeps the text of somebody who writes while the transcript is deleted', async () => {
  const page = await openPlan({ expectedErrors: /404/ });
  await writeIn(page, 0);
  await page.route('**/edits', async (route) => {
    const id = /transcripts\/(\d+)/.exec(route.request().url())?.[1];
    await page.evaluate((path) => fetch(path, { method: 'DELETE' }), `/api/transcripts/${id}`);
    await route.continue();
  });
  await page.keyboard.insertText(' Too late.');
  await page.getByText('This transcript no longer exists. Your text is kept').waitFor();
  await page.keyboard.press('Escape');
  const deleted = page.getByRole('dialog', { name: 'This transcript no longer exists' });
  await deleted.waitFor();
  await deleted.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied!').first().waitFor();
  await copiedText(page, 'Too late.');
});

describe('when something goes wrong', () => {
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
    await page.getByText('Offline, kept on this device').waitFor();
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
  await dialog.getByRole('button', { name: 'Restore this passage at 0:00' }).click();
  await page.getByText('This passage was restored').first().waitFor();
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

it('lists times that were set, before and after, and undoes them', async () => {
  const page = await openPlan();
  const api = page.url().replace('/transcript/', '/api/transcripts/');
  const second = async () => (await (await page.request.get(api)).json()).timestampedTranscript[1];
  const { id, revision, start, end } = await second();
  const origin = new URL(page.url()).origin;
  const data = { kind: 'times', segment: { id, revision }, start: start + 0.2, end };
  const answer = await page.request.post(`${api}/edits`, { data, headers: { origin } });
  expect(answer.status()).toBe(200);
  const dialog = await openPanel(page, 'History');
  await dialog.getByText('Set the times').waitFor();
  await dialog.getByText('0:05.000–0:09.800 → 0:05.200–0:09.800').waitFor();
  await expectAccessible(page);
  await undo(page).click();
  await page.getByText('Undid: change of times').first().waitFor();
  expect((await second()).start).toBe(start);
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
    .getByText(`Replaced ${found - 1} places in ${found - 1} passages`)
    .first()
    .waitFor();
  await expect.poll(async () => (await shown(page)).join(' ')).not.toContain('spring');
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page
    .getByText(`Undid: replace in ${found - 1} passages`)
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
  await page.getByRole('button', { name: 'Give 3 passages to…' }).waitFor();
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
  await page.getByRole('button', { name: 'Give 3 passages to…' }).click();
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
    await done(page).click();
    await edit(page).waitFor();
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
  await done(page).press('Enter');
  await edit(page).waitFor();
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

it('fits a wide light screen and has no fault that axe finds', () =>
  checkEditingScreens(application, { theme: 'light', width: 1280 }));
